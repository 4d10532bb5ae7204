// Files dropped or chosen are sent at once, with progress; the ingest that follows reports each file.
"use strict";
const upload = document.getElementById("upload");
if (upload) takeFiles(upload);
const waiting = document.querySelector("[data-ingest]");
if (waiting) follow(waiting.dataset.ingest, waiting.querySelector("#ingest"));

function takeFiles(form) {
  const input = form.querySelector("input[type=file]");
  form.querySelector("button.main").hidden = true;
  input.addEventListener("change", () => {
    if (input.files.length) send(form, [...input.files]);
    input.value = "";
  });
  for (const kind of ["dragenter", "dragover"])
    form.addEventListener(kind, (event) => {
      event.preventDefault();
      form.classList.add("over");
    });
  for (const kind of ["dragleave", "drop"])
    form.addEventListener(kind, (event) => {
      event.preventDefault();
      if (kind === "drop" || !form.contains(event.relatedTarget)) form.classList.remove("over");
    });
  form.addEventListener("drop", (event) => {
    const files = [...event.dataTransfer.files];
    if (files.length) send(form, files);
  });
  // A file that is dropped beside the field would leave the page.
  for (const kind of ["dragover", "drop"]) window.addEventListener(kind, (event) => event.preventDefault());
}

function send(form, files) {
  const row = uploadRow(files);
  const wrong = tooMuch(form.dataset, files);
  if (wrong) return row.fail(wrong);
  const data = new FormData();
  for (const file of files) data.append("files", file, file.name);
  const request = new XMLHttpRequest();
  request.open("POST", form.getAttribute("action"));
  request.setRequestHeader("X-Form-Mark", form.dataset.mark);
  request.setRequestHeader("Accept", "application/json");
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) row.progress(event.loaded / event.total, `Sent ${percent(event.loaded / event.total)}`);
  });
  request.addEventListener("load", () => {
    if (request.status === 202) follow(JSON.parse(request.responseText).ingest, row.element);
    else row.fail(reason(request));
  });
  request.addEventListener("error", () => row.fail("The connection was lost before all files were sent; send them again."));
  request.send(data);
}

function tooMuch({ mostFiles, mostBytes, mostFileBytes }, files) {
  const large = files.find((file) => file.size > Number(mostFileBytes));
  if (large) return `${large.name} is larger than ${mostFileBytes / 1e6} MB. Split it, and add its parts.`;
  if (files.length > Number(mostFiles)) return `These are ${files.length} files; at most ${mostFiles} are taken at once.`;
  const sum = files.reduce((total, file) => total + file.size, 0);
  if (sum > Number(mostBytes)) return `Together these are larger than ${mostBytes / 1e6} MB; add them in parts.`;
  return "";
}

function reason(request) {
  try {
    return JSON.parse(request.responseText).detail;
  } catch {
    return request.responseText.trim() || `The server refused it (${request.status}).`;
  }
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}

function uploadRow(files) {
  const element = document.createElement("div");
  element.className = "ingest";
  const name = document.createElement("p");
  name.className = "ingest-name";
  name.textContent = files.length === 1 ? files[0].name : `${files.length} files`;
  const text = document.createElement("p");
  text.className = "ingest-text";
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "Upload");
  element.append(name, text, bar);
  document.getElementById("uploads").prepend(element);
  return {
    element,
    progress(share, said) {
      bar.value = share;
      text.textContent = said;
    },
    fail(why) {
      bar.remove();
      text.className = "notice stop";
      text.textContent = why;
    },
  };
}

function follow(address, element) {
  const events = new EventSource(`${address}/events`);
  const text = element.querySelector(".ingest-text");
  const bar = element.querySelector("progress");
  bar.setAttribute("aria-label", "Ingest");
  bar.removeAttribute("value");
  events.addEventListener("progress", (event) => {
    const { text: said, share } = JSON.parse(event.data);
    text.textContent = said;
    if (share) bar.value = share;
  });
  events.addEventListener("end", () => finish());
  events.addEventListener("error", () => events.readyState === EventSource.CLOSED && finish());

  async function finish() {
    events.close();
    const result = await part(address, "#ingest");
    element.replaceChildren(...(result ? result.childNodes : []));
    const table = await part("/documents", "table.documents");
    const old = document.querySelector("table.documents");
    if (table && old) old.replaceWith(table);
    else if (table && upload) document.getElementById("uploads").after(table);
  }
}

async function part(address, selector) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const found = page.querySelector(selector);
  return found && document.adoptNode(found);
}

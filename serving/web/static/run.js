// Shows the progress of a run as it comes, and the answer in its place when it is there.
"use strict";
const live = document.querySelector("[data-events]");
if (live) watch(live);

function watch(live) {
  const list = live.querySelector(".stages");
  const events = new EventSource(live.dataset.events);
  events.addEventListener("progress", (event) => show(list, JSON.parse(event.data)));
  events.addEventListener("end", () => {
    events.close();
    answer();
  });
  // A stream that is refused for good (after a restart of the server) leaves nothing to wait for.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) answer();
  });
  window.addEventListener("pagehide", () => events.close());
}

function show(list, line) {
  const item = list.querySelector(`[data-stage="${CSS.escape(line.stage)}"]`) || added(list, line);
  item.dataset.doing = String(line.doing);
  if (line.text !== null) {
    item.querySelector(".stage-text").textContent = line.text;
    item.querySelector(".stage-details").replaceChildren(...line.details.map(detail));
    announce(`${line.title}: ${line.text}`);
  }
  if (line.used) {
    const { model_calls: calls, model_calls_of: most, seconds, seconds_of: limit } = line.used;
    document.getElementById("used").textContent =
      `Used ${seconds} s of ${limit} s` + (calls ? ` · ${calls} of ${most} model calls` : "");
  }
}

function added(list, line) {
  const item = document.createElement("li");
  item.dataset.stage = line.stage;
  for (const [tag, name, text] of [["p", "stage-title", line.title], ["p", "stage-text", ""], ["ul", "stage-details", ""]]) {
    const part = document.createElement(tag);
    part.className = name;
    part.textContent = text;
    part.dir = "auto";
    item.append(part);
  }
  list.append(item);
  return item;
}

function detail(text) {
  const item = document.createElement("li");
  item.dir = "auto";
  item.textContent = text;
  return item;
}

function announce(text) {
  document.getElementById("announce").textContent = text;
}

// The page of the ended run comes from the server, where all of its text is escaped.
async function answer() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
  document.title = page.title;
  const heading = document.querySelector("main h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  const status = document.querySelector(".status");
  announce(status ? status.textContent : heading.textContent);
  document.dispatchEvent(new Event("answered"));
}

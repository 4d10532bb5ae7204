// Beside the answer, or over it on a small screen, the source of the citation that is pointed at: the page with the quote boxed, or its text.
"use strict";
const wide = window.matchMedia("(min-width: 72rem)");
document.addEventListener("answered", begin);
begin();

function begin() {
  const answered = document.querySelector(".answered");
  if (!answered) return;
  for (const image of answered.querySelectorAll(".page-picture img")) settle(image);
  const cards = new Map([...answered.querySelectorAll(".card[data-citation]")].map((card) => [card.dataset.citation, card]));
  if (!cards.size) return;
  const show = panel(answered, cards);
  for (const reference of answered.querySelectorAll("a.ref")) {
    const number = reference.dataset.citation;
    if (!cards.has(number)) continue;
    reference.removeAttribute("title"); // the quote that it holds is shown with its source
    for (const kind of ["mouseenter", "focus"]) reference.addEventListener(kind, () => wide.matches && show.beside(number));
    reference.addEventListener("click", (event) => {
      event.preventDefault();
      if (!wide.matches) return show.over(number, reference);
      show.beside(number);
      document.getElementById("announce").textContent = `Shown beside the answer: ${spoken(cards.get(number))}`;
    });
  }
  if (wide.matches) show.beside(cards.keys().next().value);
  wide.addEventListener("change", () => wide.matches && show.beside(cards.keys().next().value));
}

function spoken(card) {
  const title = card.closest(".document").querySelector(".title > :first-child");
  const parts = [title, card.querySelector(".place"), card.querySelector("mark")];
  return parts.filter(Boolean).map((part) => part.textContent.trim()).join(", ");
}

function panel(answered, cards) {
  const aside = answered.querySelector(".viewer");
  const body = aside.querySelector(".viewer-body");
  const sheet = dialog(answered);
  let shown = "";
  return {
    beside(number) {
      aside.hidden = false;
      for (const reference of answered.querySelectorAll("a.ref"))
        reference.classList.toggle("shown", reference.dataset.citation === number);
      if (shown === number) return;
      shown = number;
      body.replaceChildren(copied(cards.get(number)));
    },
    over(number, reference) {
      sheet.querySelector(".sheet-body").replaceChildren(copied(cards.get(number)));
      sheet.showModal();
      sheet.addEventListener("close", () => reference.focus(), { once: true });
    },
  };
}

// The card under the title of its document. A copy has no ids of its own: those of the page stay the only ones.
function copied(card) {
  const copy = document.createElement("div");
  copy.className = "report";
  const title = document.createElement("div");
  title.className = "document";
  title.append(card.closest(".document").querySelector(".title").cloneNode(true));
  copy.append(title, card.cloneNode(true));
  for (const part of copy.querySelectorAll("[id], [aria-labelledby], [aria-describedby]"))
    for (const name of ["id", "aria-labelledby", "aria-describedby"]) part.removeAttribute(name);
  for (const image of copy.querySelectorAll("img")) {
    image.loading = "eager";
    settle(image);
  }
  return copy;
}

// A page that cannot be drawn leaves its text alone; until it is drawn its place is shown. One that is there opens in its full size.
function settle(image) {
  const there = () => {
    image.setAttribute("data-there", "");
    if (image.closest("a")) return;
    const link = document.createElement("a");
    link.href = image.src;
    link.target = "_blank";
    link.rel = "noopener";
    image.replaceWith(link);
    link.append(image);
  };
  image.addEventListener("load", there);
  image.addEventListener("error", () => {
    image.closest(".card").querySelector("details.fold")?.setAttribute("open", "");
    image.closest("figure").remove();
  });
  if (image.complete && image.naturalWidth) there();
}

function dialog(answered) {
  const sheet = document.createElement("dialog");
  sheet.className = "sheet";
  sheet.setAttribute("aria-label", "The cited source");
  const close = document.createElement("button");
  close.className = "quiet sheet-close";
  close.textContent = "Close";
  close.addEventListener("click", () => sheet.close());
  const body = document.createElement("div");
  body.className = "sheet-body";
  sheet.append(close, body);
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  answered.append(sheet);
  return sheet;
}

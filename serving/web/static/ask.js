// A question is sent with Enter, a new line with Shift+Enter; an answer to audit with Ctrl+Enter. A form is sent once.
"use strict";
const form = document.getElementById("composer");
const text = form.querySelector("textarea");
const oneLine = text.id === "question";

text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  if (oneLine ? !event.shiftKey : event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit();
  }
});

form.addEventListener("submit", () => {
  form.querySelector("button.main").setAttribute("aria-disabled", "true");
  form.addEventListener("submit", (event) => event.preventDefault());
});

// A page that comes back with the back button can be sent again.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// Builds elements from text only: nothing that a lock or a label is called becomes markup.

export const byId = (id) => document.getElementById(id);

/** An element with properties and children; strings become text. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, properties, children);
  return made;
}

/** The same in a drawing. */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function fill(made, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      made.addEventListener(name.slice(2), value);
    } else if (name.includes("-") || name === "role") {
      made.setAttribute(name, value);
    } else {
      made[name] = value;
    }
  }
  made.append(...children.filter((each) => each !== null && each !== undefined));
}

const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Text from outside, with control and invisible characters shown as escapes: two names that look alike must differ. */
export function printable(text) {
  return String(text).replace(HIDDEN, (each) => "\\u" + each.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** Replaces the text only if it has changed: the browser then lays out nothing anew. */
export function say(target, text) {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

export function micros(value) {
  if (value < 1000) {
    return Math.round(value) + " µs";
  }
  if (value < 1e6) {
    return digits(value / 1000) + " ms";
  }
  return digits(value / 1e6) + " s";
}

export const digits = (value) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

export const seconds = (millis) => (Math.max(0, millis) / 1000).toFixed(1) + " s";

/** As in "3 min". */
export function ago(since) {
  const passed = Math.max(0, Date.now() - Date.parse(since)) / 1000;
  return passed < 90 ? Math.round(passed) + " s"
    : passed < 5400 ? Math.round(passed / 60) + " min"
    : passed < 172800 ? Math.round(passed / 3600) + " h" : Math.round(passed / 86400) + " d";
}

export const count = (number, one, many) => number.toLocaleString("en") + " " + (number === 1 ? one : many);

/** As in "a, b and c". */
export const listed = (names, word = "and") =>
  names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " " + word + " " + names[names.length - 1];

export function toast(text, isBad = false) {
  const shown = element("p", { className: isBad ? "toast bad" : "toast" }, text);
  byId("toasts").append(shown);
  setTimeout(() => shown.remove(), isBad ? 12000 : 6000);
}

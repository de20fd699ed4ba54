// Losses, releases that were asked for or forced, and changes of health.

import { byId, count, element, printable, say } from "/dashboard/elements.js";

const WORDS = { lost: "lost", revoked: "revoked", asked: "asked for", forced: "forced", health: "health", roster: "roster" };

let shown = "";

export function showAudit(history) {
  const key = history.audit.length === 0 ? "" : history.audit.length + history.audit[0].time;
  say(byId("audit-note"), history.auditForgotten > 0
    ? count(history.audit.length, "entry", "entries") + " · older ones are in the log of the node"
    : history.audit.length > 0 ? count(history.audit.length, "entry", "entries") : "");
  if (key === shown && byId("audit").children.length > 0) {
    return;
  }
  shown = key;
  byId("audit").replaceChildren(...(history.audit.length > 0 ? history.audit.map(row)
    : [element("li", { className: "nothing" }, "Nothing since this server started: no loss, no release that somebody asked for, no change of health or roster.")]));
}

function row(entry) {
  const time = new Date(entry.time);
  return element("li", {},
    element("time", { dateTime: entry.time, title: entry.time }, time.toLocaleTimeString("en-GB")),
    element("span", { className: "tag " + entry.kind }, WORDS[entry.kind] || printable(entry.kind)),
    element("span", { className: "what" }, entry.lock === null ? null : element("b", {}, printable(entry.lock)), (entry.lock === null ? "" : " · ") + printable(entry.what)));
}

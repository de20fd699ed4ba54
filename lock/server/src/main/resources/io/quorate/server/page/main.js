// Starts the page: reads the cluster and the history now and then, and listens to events.

import { forgetToken, get, hasToken, listen } from "/dashboard/api.js";
import { showAudit } from "/dashboard/audit.js";
import { redraw, showHistory, startCharts } from "/dashboard/charts.js";
import { openDetails, setRights, setUpDetails } from "/dashboard/details.js";
import { byId, printable, say } from "/dashboard/elements.js";
import { refreshLocks, startLocks } from "/dashboard/locks.js";
import { showVoters } from "/dashboard/ring.js";

const CLUSTER_MILLIS = 2000;
const HISTORY_MILLIS = 5000;
const EVENTS_MILLIS = 1000;
const STATES = {
  voting: ["Ready", "good"], silent: ["Silent", "warn"], joining: ["Joining", "warn"], "no-quorum": ["No quorum", "bad"],
  twin: ["Ended: id in use", "bad"], closed: ["Closed", "bad"],
};
const THEMES = ["auto", "light", "dark"];

let misses = 0;

/** Runs one reading at a time, and says when the server cannot be reached. */
function reader(work) {
  let isBusy = false;
  return async () => {
    if (isBusy || document.hidden) {
      return;
    }
    isBusy = true;
    try {
      await work();
      misses = 0;
    } catch (failure) {
      misses++;
      say(byId("banner"), failure.status ? printable(failure.message) : "This server does not answer. What you see is old; trying again …");
    } finally {
      isBusy = false;
    }
    byId("banner").hidden = misses === 0;
    document.body.classList.toggle("stale", misses > 1);
  };
}

const readCluster = reader(async () => {
  const cluster = await get("/v1/cluster");
  const [word, kind] = cluster.state === "voting" && !cluster.ready ? ["Not ready", "warn"] : STATES[cluster.state] || [cluster.state, ""];
  const pill = byId("health");
  say(pill, word);
  pill.className = "pill " + kind;
  pill.title = printable(cluster.reason);
  say(byId("node"), printable(cluster.node));
  document.title = word + " · " + printable(cluster.node) + " · Quorate";
  say(byId("caller"), hasToken() ? printable(cluster.caller.name.replace(/^token /, "")) + (cluster.caller.admin ? "" : ", read only") : "");
  byId("sign-out").hidden = !hasToken();
  setRights(cluster.caller.admin);
  showVoters(cluster);
});

const readHistory = reader(async () => {
  const history = await get("/v1/history");
  showHistory(history);
  showAudit(history);
});

let soon = 0;
let isGrave = false;

/** There may be thousands of events a second: what they make the page read is read once a second at most. */
function heard(type) {
  isGrave ||= type === "health" || type === "lost" || type === "roster";
  if (soon === 0) {
    soon = setTimeout(() => {
      soon = 0;
      refreshLocks();
      if (isGrave) {
        isGrave = false;
        readCluster();
        readHistory();
      }
    }, EVENTS_MILLIS);
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  say(byId("theme"), "Theme: " + theme);
  redraw();
}

function setUpTheme() {
  const saved = localStorage.getItem("quorate-theme");
  setTheme(THEMES.includes(saved) ? saved : "auto");
  byId("theme").addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
    localStorage.setItem("quorate-theme", next);
    setTheme(next);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(document.documentElement.dataset.theme));
}

addEventListener("keydown", (event) => {
  const isTyping = ["INPUT", "TEXTAREA"].includes(document.activeElement?.tagName);
  if (event.key === "/" && !isTyping && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    byId("search").focus();
  }
});

byId("sign-out").addEventListener("click", () => {
  forgetToken();
  location.reload();
});
document.addEventListener("visibilitychange", () => {
  readCluster();
  readHistory();
  refreshLocks();
});

setUpTheme();
startCharts();
setUpDetails(() => {
  refreshLocks();
  readHistory();
});
startLocks(openDetails);
readCluster();
readHistory();
setInterval(readCluster, CLUSTER_MILLIS);
setInterval(readHistory, HISTORY_MILLIS);
listen(heard, (isOn) => {
  byId("link").className = isOn ? "link on" : "link off";
  say(byId("link"), isOn ? "live" : "reconnecting");
});

// Latencies of the last quarter of an hour, drawn by uPlot.

import { byId, element, micros, say } from "/dashboard/elements.js";

const SPAN_SECONDS = 900;
const charts = {};

/** A canvas takes no variables of styles: an element tells what becomes of one. */
function colour(name) {
  const probe = element("span");
  probe.style.color = "var(" + name + ")";
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function options(box) {
  const soft = colour("--soft");
  const grid = { stroke: colour("--line"), width: 1 };
  const isWhole = (each) => each !== null && Math.abs(Math.log10(each) - Math.round(Math.log10(each))) < 1e-6;
  const decades = (chart, ticks) => ticks.map((each) => (isWhole(each) ? each : null));
  const time = (each) => new Date(each * 1000).toLocaleTimeString("en-GB");
  const axis = { stroke: soft, grid, ticks: grid, font: "11px system-ui, sans-serif" };
  const value = (chart, raw) => (raw === null || raw === undefined ? "" : micros(raw));
  const setLegend = [(chart) => chart.root.classList.toggle("idle", chart.legend.idx === null || chart.legend.idx === undefined)];
  return {
    width: Math.max(200, box.clientWidth),
    height: 180,
    cursor: { y: false, points: { size: 6 } },
    hooks: { setLegend },
    scales: { y: { distr: 3, log: 10 } },
    axes: [
      { ...axis, space: 80, values: (chart, ticks) => ticks.map(time) },
      {
        ...axis, size: 62,
        filter: decades,
        grid: { ...grid, filter: decades },
        ticks: { ...grid, filter: decades },
        values: (chart, ticks) => ticks.map((each) => (each === null ? "" : micros(each).replace(".0 ", " "))),
      },
    ],
    series: [
      { label: "at", value: (chart, raw) => (raw === null || raw === undefined ? "" : time(raw)) },
      { label: "median", stroke: colour("--series-1"), width: 2, value, points: { size: 4 } },
      { label: "99 %", stroke: colour("--series-2"), width: 2, value, points: { size: 4 } },
    ],
  };
}

function draw(id, data) {
  const box = byId(id);
  const isEmpty = data[1].every((each) => each === null);
  if (isEmpty) {
    charts[id]?.destroy();
    delete charts[id];
    if (!box.querySelector(".empty")) {
      box.replaceChildren(element("p", { className: "empty" }, id === "acquire"
        ? "This node has taken no lock in the last 15 minutes."
        : "No lock has passed from one holder to a waiting one on this node in the last 15 minutes."));
    }
  } else if (charts[id]) {
    charts[id].setData(data);
  } else {
    box.replaceChildren();
    charts[id] = new uPlot(options(box), data, box);
    charts[id].root.classList.add("idle"); // until the pointer is over it, the legend tells no values
  }
}

/** One value each interval, null where nothing happened: a gap in the line is no zero. */
function columns(history, field) {
  const step = history.intervalMillis / 1000;
  const offset = (Date.parse(history.began) / 1000) % step;
  const end = Math.floor((Date.parse(history.now) / 1000 - offset) / step) * step + offset;
  const start = Math.max(end - SPAN_SECONDS, Math.floor((Date.parse(history.began) / 1000 - offset) / step) * step + offset);
  const found = new Map(history.intervals.map((each) => [Math.round(Date.parse(each.time) / 1000), each[field]]));
  const times = [];
  const median = [];
  const slowest = [];
  for (let time = start; time <= end; time += step) {
    const at = found.get(Math.round(time));
    times.push(time);
    median.push(at ? at.p50Micros : null);
    slowest.push(at ? at.p99Micros : null);
  }
  return [times, median, slowest];
}

function now(history, field) {
  const last = [...history.intervals].reverse().find((each) => each[field]);
  return last ? "median " + micros(last[field].p50Micros) + " · 99 % " + micros(last[field].p99Micros) : "";
}

let shown = null;

export function showHistory(history) {
  shown = history;
  draw("acquire", columns(history, "acquire"));
  draw("handover", columns(history, "handOver"));
  say(byId("acquire-now"), now(history, "acquire"));
  say(byId("handover-now"), now(history, "handOver"));
}

/** With other colours. */
export function redraw() {
  for (const id of Object.keys(charts)) {
    charts[id].destroy();
    delete charts[id];
  }
  if (shown) {
    showHistory(shown);
  }
}

export function startCharts() {
  const observer = new ResizeObserver((entries) => {
    for (const entry of entries) {
      charts[entry.target.id]?.setSize({ width: Math.max(200, entry.target.clientWidth), height: 180 });
    }
  });
  observer.observe(byId("acquire"));
  observer.observe(byId("handover"));
}

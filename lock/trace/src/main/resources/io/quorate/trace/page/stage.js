// The picture: what is to come lies under a veil, what is under way is drawn stronger, what is not picked steps back.

const stage = byId("stage");
const diagram = byId("diagram");
const width = diagram.viewBox.baseVal.width;
const height = diagram.viewBox.baseVal.height;
let zoom = 1;

function setZoom(wanted) {
  zoom = Math.min(3, Math.max(0.3, wanted));
  diagram.setAttribute("width", width * zoom);
  diagram.setAttribute("height", height * zoom);
  byId("heads").style.width = width * zoom + "px";
  heads.forEach((head) => (head.style.left = Number(head.dataset.x) * zoom + "px"));
}

/** Wide enough for the window, if that leaves the texts readable. */
function fit() {
  setZoom(Math.min(1.5, Math.max(0.7, (stage.clientWidth - 4) / width)));
}

function showTime(moment) {
  const y = moment < 0 ? 0 : moments[moment].y + 5;
  const isEnd = moment === moments.length - 1;
  byId("veil").setAttribute("y", isEnd ? height : y);
  byId("veil").setAttribute("height", isEnd ? 0 : height - y);
  byId("cursor").setAttribute("y1", y);
  byId("cursor").setAttribute("y2", y);
  for (const message of messages) {
    const flying = message.sent <= moment && moment < message.got && message.got !== Infinity;
    if (flying !== message.flying) {
      message.flying = flying;
      message.parts.forEach((part) => part.classList.toggle("flying", flying));
    }
  }
}

/** Scrolls only when the moment is near an edge or out of sight. */
function bringIntoSight(moment) {
  const y = (moment < 0 ? 0 : moments[moment].y) * zoom + byId("heads").offsetHeight;
  const above = y < stage.scrollTop + 90;
  const below = y > stage.scrollTop + stage.clientHeight - 90;
  if (above || below) {
    stage.scrollTop = Math.max(0, y - stage.clientHeight * 0.45);
  }
}

/** Marks what is picked; a test for messages and one for spans, or null for none. */
function showOnly(test) {
  diagram.classList.toggle("picking", test !== null);
  for (const thing of [...messages, ...spans]) {
    const on = test !== null && test(thing);
    thing.parts.forEach((part) => part.classList.toggle("on", on));
  }
}

/** An arrow is thin: around it is room to click. */
for (const arrow of document.querySelectorAll("#diagram .message")) {
  const line = arrow.querySelector("line:not(.casing)").cloneNode();
  line.setAttribute("class", "hit");
  arrow.append(line);
}

// A state is a line such as "clock=3 L(phase=WAITING vote(from=n2 seen=1))": words, and groups of words in brackets. Groups
// are set in, and what is not as it was before is marked.

/** The state as a tree: words are texts, groups have a name and parts. */
function treeOf(text) {
  const root = { name: "", parts: [] };
  const open = [root];
  for (const token of text.match(/[^\s()]+\(|\)|[^\s()]+/g) || []) {
    const inner = open[open.length - 1];
    if (token === ")") {
      if (open.length > 1) open.pop();
    } else if (token.endsWith("(")) {
      const group = { name: token.slice(0, -1), parts: [] };
      inner.parts.push(group);
      open.push(group);
    } else {
      inner.parts.push(token);
    }
  }
  return root;
}

const isGroup = (part) => typeof part !== "string";

/** All words with the groups that they stand in, as "L/vote from=n2", and how often they are there. */
function countsOf(group, path = "", counts = new Map()) {
  for (const part of group.parts) {
    const key = path + " " + (isGroup(part) ? part.name + "(" : part);
    counts.set(key, (counts.get(key) || 0) + 1);
    if (isGroup(part)) countsOf(part, path + "/" + part.name, counts);
  }
  return counts;
}

/** A word, marked if it is not among those that were there before; null: nothing is marked. */
function drawWord(text, key, known) {
  const word = document.createElement("span");
  word.textContent = text;
  if (known !== null) {
    const left = known.get(key) || 0;
    word.className = left === 0 ? "fresh" : "";
    known.set(key, Math.max(0, left - 1));
  }
  return word;
}

/** What is in a group: words in a line, small groups in a line each, others set in below their names. */
function drawGroup(group, path, known, target) {
  for (const part of group.parts) {
    if (!isGroup(part)) {
      target.append(drawWord(part, path + " " + part, known), " ");
      continue;
    }
    const box = document.createElement("div");
    box.className = part.parts.some(isGroup) ? "group" : "leaf";
    const name = drawWord(part.name, path + " " + part.name + "(", known);
    name.classList.add("name");
    if (box.className === "group") target.append(name);
    else box.append(name, " ");
    drawGroup(part, path + "/" + part.name, known, box);
    target.append(box);
  }
}

/** The whole state, what is new in it marked if there was another before. */
function drawState(text, before) {
  const box = document.createElement("div");
  box.className = "state";
  drawGroup(treeOf(text), "", before === undefined ? null : countsOf(treeOf(before)), box);
  return box;
}

/** The part of a state that is about locks, in a line. */
function drawStateInALine(text, isFresh) {
  const box = document.createElement("div");
  box.className = "state";
  const line = document.createElement("span");
  line.className = isFresh ? "fresh" : "";
  line.textContent = text.slice(Math.max(0, text.search(/[^\s()]+\(/)));
  box.append(line);
  return box;
}

// A state is a line such as "clock=3 L(phase=WAITING vote(from=n2 seen=1))": groups in brackets are set in, and what is
// not as it was before is marked.

/** The words of a state, each with the groups that it is in: "L/vote" and "from=n2". */
function fieldsOf(text) {
  const fields = [];
  const groups = [];
  for (const token of text.match(/[^\s()]+\(|\)|[^\s()]+/g) || []) {
    if (token === ")") {
      fields.push({ depth: groups.length, end: true });
      groups.pop();
    } else if (token.endsWith("(")) {
      fields.push({ depth: groups.length, path: groups.join("/"), text: token.slice(0, -1), group: true });
      groups.push(token.slice(0, -1));
    } else {
      fields.push({ depth: groups.length, path: groups.join("/"), text: token });
    }
  }
  return fields;
}

const keyOf = (field) => field.path + "|" + field.text;

/** How often each word stood in its group before. */
function countsOf(text) {
  const counts = new Map();
  for (const field of fieldsOf(text)) {
    if (!field.end) counts.set(keyOf(field), (counts.get(keyOf(field)) || 0) + 1);
  }
  return counts;
}

/** Without what a node says of itself before it comes to its locks. */
const locksOf = (text) => text.slice(Math.max(0, text.search(/[^\s()]+\(/)));

/** The state as elements: whole, with groups set in, or the part about locks in a line. */
function drawState(text, before, whole) {
  const box = document.createElement("div");
  box.className = "state";
  const known = before === undefined ? null : countsOf(before);
  let target = box;
  for (const field of fieldsOf(whole ? text : locksOf(text))) {
    if (field.end) {
      if (whole) target = target.parentElement;
      else target.append(") ");
      continue;
    }
    const word = document.createElement("span");
    word.textContent = field.text + (field.group && !whole ? "(" : "");
    const left = known === null ? 1 : known.get(keyOf(field)) || 0;
    if (left === 0) word.className = "fresh";
    else if (known !== null) known.set(keyOf(field), left - 1);
    if (!field.group || !whole) {
      target.append(word, field.group ? "" : " ");
    } else {
      word.classList.add("name");
      const group = document.createElement("div");
      group.className = "group";
      target.append(word, group);
      target = group;
    }
  }
  return box;
}

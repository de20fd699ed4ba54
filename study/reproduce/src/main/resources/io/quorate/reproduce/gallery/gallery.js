"use strict";
// Shows those runs that fit the words and choices; the address remembers them, so that "back" from a run leads to the same list.
(() => {
  const byId = (id) => document.getElementById(id);
  const choices = ["protocol", "rule", "shows"];
  const runs = [...document.querySelectorAll("li")].map((item) => ({
    item, text: item.textContent.toLowerCase(), rules: item.dataset.rules.split(" "),
  }));

  function fits(run, words) {
    const { protocol, shows } = run.item.dataset;
    return words.every((word) => run.text.includes(word))
      && (byId("protocol").value === "" || byId("protocol").value === protocol)
      && (byId("shows").value === "" || byId("shows").value === shows)
      && (byId("rule").value === "" || run.rules.includes(byId("rule").value));
  }

  function filter() {
    const words = byId("words").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    runs.forEach((run) => (run.item.hidden = !fits(run, words)));
    for (const part of document.querySelectorAll(".group, .hall")) {
      part.hidden = part.querySelector("li:not([hidden])") === null;
    }
    const count = runs.filter((run) => !run.item.hidden).length;
    byId("count").textContent = count + " of " + runs.length + " runs";
    byId("nothing").hidden = count > 0;
    remember();
  }

  function remember() {
    const asked = new URLSearchParams();
    for (const id of ["words", ...choices]) {
      if (byId(id).value !== "") asked.set(id, byId(id).value);
    }
    const query = asked.toString();
    history.replaceState(null, "", (query === "" ? location.pathname : "?" + query) + location.hash);
  }

  for (const [id, value] of new URLSearchParams(location.search)) {
    if (["words", ...choices].includes(id)) byId(id).value = value;
  }
  byId("words").addEventListener("input", filter);
  choices.forEach((id) => byId(id).addEventListener("change", filter));
  document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target === document.body) {
      event.preventDefault();
      byId("words").focus();
    }
  });
  filter();
  document.body.dataset.ready = "yes";
})();

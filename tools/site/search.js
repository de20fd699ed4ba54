// The search of the site, without a server and without a worker: it also runs on a page that was opened from a file.
(function () {
  "use strict";
  var RESULTS_MAX = 50;
  var SUMMARY_MAX = 200;

  function load(script, next) {
    var element = document.createElement("script");
    element.src = base_url.replace(/\/?$/, "/") + "search/" + script;
    element.onload = next;
    document.head.appendChild(element);
  }

  function show(box, found) {
    box.textContent = found.length ? "" : "No results found";
    found.slice(0, RESULTS_MAX).forEach(function (page) {
      var article = document.createElement("article");
      var title = document.createElement("h3");
      var link = document.createElement("a");
      link.href = base_url.replace(/\/?$/, "/") + page.location;
      link.textContent = page.title;
      title.appendChild(link);
      var text = document.createElement("p");
      text.textContent = page.text.slice(0, SUMMARY_MAX);
      article.appendChild(title);
      article.appendChild(text);
      box.appendChild(article);
    });
  }

  function start() {
    var input = document.getElementById("mkdocs-search-query");
    var box = document.getElementById("mkdocs-search-results");
    if (!input || !box) {
      return; // the field of every page leads to search.html
    }
    var pages = {};
    var index = lunr(function () {
      var builder = this;
      builder.ref("location");
      builder.field("title", { boost: 10 });
      builder.field("text");
      searchIndex.forEach(function (page) {
        pages[page.location] = page;
        builder.add(page);
      });
    });
    function search() {
      var words = input.value.trim().split(/\s+/).filter(Boolean);
      var found = words.length
        ? index.query(function (query) {
            words.forEach(function (word) {
              query.term(lunr.tokenizer(word), { boost: 10, presence: lunr.Query.presence.REQUIRED });
            });
          })
        : [];
      show(box, found.map(function (each) { return pages[each.ref]; }));
    }
    input.addEventListener("keyup", search);
    input.value = new URLSearchParams(window.location.search).get("q") || "";
    search();
  }

  load("lunr.js", function () {
    load("index.js", start);
  });
})();

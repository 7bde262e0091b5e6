// What a reader does with the page: pick a line, see what belongs to it.
//
// Rows carry what they are part of: `data-s` a statement, `data-p` a piece of a graph's text (a node,
// a function's head, a `return`). The data has, by these numbers:
//   begin       the row of the source to begin with
//   statements  row: of the source; place
//   stages      for each tab its pieces: title; statement, callee, -1 for none; op, doc, "" for none;
//               gives, names and types; reads, pieces and names; readers, pieces
"use strict";

(() => {
  const root = document.documentElement;
  root.classList.add("live");
  const { begin, statements, stages } = JSON.parse(document.getElementById("data").textContent);
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const panels = [...document.querySelectorAll(".panel")];
  const chosen = document.getElementById("chosen");
  const filter = document.getElementById("filter");
  const gone = document.getElementById("gone");
  const matches = document.getElementById("matches");
  const source = document.querySelector("#source .scroll");
  const graph = document.querySelector("#graph .scroll");
  const kernel = document.querySelector("#kernel .scroll");
  const MARKS = ["hit", "picked", "read", "reader"];

  let stage = Math.max(0, tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true"));
  let statement = -1; // the one that is picked, or that the picked node belongs to
  let piece = -1; // the node that is picked, -1 where it is a whole statement

  const rowsOf = (pane, key, value) => [...pane.querySelectorAll(`.row[data-${key}="${value}"]`)];
  const inPanel = (number) => rowsOf(panels[stage], "p", number);
  const numberOf = (row, key) => (row.dataset[key] === undefined ? -1 : Number(row.dataset[key]));
  const paneOf = (row) => row.closest(".scroll");

  // --- marks -------------------------------------------------------------------------------------

  function clear() {
    for (const row of document.querySelectorAll(MARKS.map((mark) => `.row.${mark}`).join())) {
      row.classList.remove(...MARKS);
      row.removeAttribute("aria-selected");
    }
  }

  function mark(rows, name) {
    for (const row of rows) row.classList.add(name);
  }

  function reveal(rows) {
    const shown = rows.filter((row) => !row.hidden);
    if (!shown.length) return;
    const pane = paneOf(shown[0]);
    const box = pane.getBoundingClientRect();
    const top = shown[0].getBoundingClientRect().top - box.top;
    const end = shown[shown.length - 1].getBoundingClientRect().bottom - box.top;
    if (top >= 0 && end <= pane.clientHeight) return;
    const height = shown[0].getBoundingClientRect().height;
    pane.scrollTop += top - Math.floor(pane.clientHeight / 4 / height) * height;
  }

  // Shows what is picked; `cursor` is the row that the reader stands on.
  function show(cursor) {
    clear();
    const pieces = stages[stage];
    const own = pieces.map((_, number) => number).filter((n) => pieces[n].statement === statement);
    if (statement >= 0) {
      mark(rowsOf(source, "s", statement), "hit");
      for (const number of own) mark(inPanel(number), "hit");
    }
    if (piece >= 0) {
      for (const [number] of pieces[piece].reads) mark(inPanel(number), "read");
      for (const number of pieces[piece].readers) mark(inPanel(number), "reader");
      mark(inPanel(piece), "picked");
    }
    const native = kernelRows();
    mark(native, piece >= 0 ? "picked" : "hit");
    if (cursor) stand(cursor);
    const first = piece >= 0 ? inPanel(piece) : own.flatMap(inPanel);
    for (const rows of [statement >= 0 ? rowsOf(source, "s", statement) : [], first, native]) {
      if (rows.length && !(cursor && paneOf(rows[0]) === paneOf(cursor))) reveal(rows);
    }
    describe(own);
  }

  // A node's own lines where the text is that of the last stage, which the kernel is made from;
  // otherwise those of its statement.
  function kernelRows() {
    const exact = piece >= 0 && stage === stages.length - 1 ? rowsOf(kernel, "p", piece) : [];
    if (exact.length || statement < 0) return exact;
    return rowsOf(kernel, "s", statement);
  }

  function stand(row) {
    row.classList.add("picked");
    row.setAttribute("aria-selected", "true");
    for (const text of paneOf(row).querySelectorAll(".text")) text.removeAttribute("aria-activedescendant");
    row.closest(".text").setAttribute("aria-activedescendant", row.id);
    reveal([row]);
    if (document.readyState === "complete") history.replaceState(null, "", `#${row.id}`);
  }

  // --- picking -----------------------------------------------------------------------------------

  function pick(row) {
    piece = paneOf(row) === graph ? numberOf(row, "p") : -1;
    statement = piece >= 0 ? stages[stage][piece].statement : numberOf(row, "s");
    if (paneOf(row) === kernel && stage === stages.length - 1) piece = numberOf(row, "p");
    show(row);
  }

  function pickPiece(number) {
    const rows = inPanel(number);
    if (rows.length) pick(rows[0]);
  }

  function pickStage(number, focus) {
    stage = number;
    piece = -1;
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === stage));
      tab.tabIndex = index === stage ? 0 : -1;
      panels[index].hidden = index !== stage;
    });
    gone.parentElement.hidden = !panels[stage].querySelector(".row.gone");
    if (focus) tabs[stage].focus();
    sift();
    show(null);
  }

  // --- what is said of it ------------------------------------------------------------------------

  function element(name, content, className) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...[content].flat());
    return made;
  }

  function link(text, number) {
    const button = element("button", text);
    button.type = "button";
    button.addEventListener("click", () => pickPiece(number));
    return button;
  }

  const nameOf = (each) => each.gives.map(([name]) => name).join(", ") || each.title;

  function describe(own) {
    chosen.replaceChildren();
    if (piece >= 0) describePiece(stages[stage][piece]);
    else if (statement >= 0) describeStatement(own);
    else chosen.append(element("p", "This line makes no node: pick one that does.", "quiet"));
  }

  function describeStatement(own) {
    const { row, place } = statements[statement];
    const text = document.getElementById(row).querySelector("code").textContent.trim();
    const giving = own.filter((number) => stages[stage][number].gives.length);
    chosen.append(element("p", text, "title"));
    const left = own.length ? "" : ": nothing of it is left in this graph";
    chosen.append(element("p", place + left, "quiet"));
    if (giving.length) chosen.append(table(giving));
  }

  function table(numbers) {
    const rows = numbers.flatMap((number) => {
      const each = stages[stage][number];
      return each.gives.map(([name, type], index) =>
        element("tr", [
          element("td", link(name, number)),
          element("td", type),
          each.op
            ? element("td", index ? "" : each.title)
            : element("td", "parameter", "quiet"),
        ]),
      );
    });
    const head = ["value", "type", "op"].map((text) => element("th", text));
    head.forEach((cell) => (cell.scope = "col"));
    return element("table", [element("thead", element("tr", head)), element("tbody", rows)]);
  }

  function describePiece(each) {
    chosen.append(element("p", each.title, "title"));
    if (each.doc) chosen.append(element("p", each.doc));
    if (each.gives.length) {
      const rows = each.gives.map(([name, type]) =>
        element("tr", [element("td", name), element("td", type)]),
      );
      chosen.append(element("table", element("tbody", rows)));
    }
    const list = element("dl", []);
    const say = (title, content) => list.append(element("dt", title), element("dd", content));
    if (each.statement >= 0) say("from", statements[each.statement].place);
    if (each.callee >= 0) say("calls", link(stages[stage][each.callee].title, each.callee));
    if (each.reads.length) say("reads", each.reads.map(([n, name]) => link(name, n)));
    if (each.readers.length) say("read by", each.readers.map((n) => link(nameOf(stages[stage][n]), n)));
    chosen.append(list);
  }

  // --- filter ------------------------------------------------------------------------------------

  function sift() {
    const wanted = filter.value.trim().toLowerCase();
    let found = 0;
    for (const row of document.querySelectorAll(".row")) {
      const has = row.querySelector("code").textContent.toLowerCase().includes(wanted);
      row.hidden = !has;
      found += has && Boolean(row.id) && !row.closest(".panel[hidden]");
    }
    matches.textContent = wanted ? `${found} line${found === 1 ? "" : "s"}` : "";
  }

  // --- what the reader does ----------------------------------------------------------------------

  const isShown = (row) => row.id && !row.hidden && !row.closest("[hidden]");

  function move(text, key) {
    const rows = [...paneOf(text).querySelectorAll(".row")].filter(isShown);
    const at = rows.findIndex((row) => row.id === text.getAttribute("aria-activedescendant"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (!row) return;
    pick(row);
    row.closest(".text").focus({ preventScroll: true });
  }

  for (const text of document.querySelectorAll(".text")) {
    text.tabIndex = 0;
    text.setAttribute("role", "listbox");
    text.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) {
        event.preventDefault();
        move(text, event.key);
      }
    });
    text.addEventListener("click", (event) => {
      const row = event.target.closest(".row[id]");
      if (!row) return;
      event.preventDefault();
      if (getSelection().isCollapsed) pick(row);
      text.focus({ preventScroll: true });
    });
  }
  for (const row of document.querySelectorAll(".row[id]")) {
    row.setAttribute("role", "option");
    const margin = row.querySelector("a.no");
    if (margin) margin.tabIndex = -1;
  }
  for (const panel of panels) panel.setAttribute("role", "tabpanel");

  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => pickStage(index, false));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) pickStage((index + step + tabs.length) % tabs.length, true);
    });
  });
  gone.addEventListener("change", () => graph.classList.toggle("hide-gone", !gone.checked));
  filter.addEventListener("input", sift);
  filter.closest("form").addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== filter) {
      event.preventDefault();
      filter.focus();
    } else if (event.key === "Escape") {
      if (filter.value) {
        filter.value = "";
        sift();
      } else {
        statement = piece = -1;
        clear();
        describe([]);
      }
    }
  });

  // --- how it begins -----------------------------------------------------------------------------

  const wanted = document.getElementById(location.hash.slice(1));
  const tab = wanted ? panels.indexOf(wanted.closest(".panel")) : -1;
  pickStage(tab >= 0 ? tab : stage, false);
  const row = wanted && wanted.matches(".row[id]") ? wanted : document.getElementById(begin);
  if (row) {
    pick(row);
    const pane = paneOf(row).getBoundingClientRect();
    paneOf(row).scrollTop += row.getBoundingClientRect().top - pane.top - pane.height / 4;
  }
})();

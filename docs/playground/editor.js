// The editor: a text area with line numbers, colours, indentation and a line marked as wrong. It knows nothing of running.
"use strict";

function makeEditor(onChange) {
  const area = document.getElementById("code");
  const colours = document.getElementById("colours");
  const gutter = document.getElementById("gutter");
  let badLine = null;
  let leaving = false; // after Esc, Tab goes to the next thing on the page

  const KEYWORDS = new Set(("and break do else elseif end false for function goto if in local nil not or repeat return " +
    "then true until while").split(" "));
  const TOKEN = new RegExp([
    /(?<comment>--\[(?<c>=*)\[[^]*?(?:\]\k<c>\]|$)|--.*)/, /(?<string>\[(?<s>=*)\[[^]*?(?:\]\k<s>\]|$)|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?)/,
    /(?<number>0[xX][\da-fA-F.]+|\d+\.?\d*(?:[eE][+-]?\d+)?)/, /(?<word>[A-Za-z_]\w*)(?=(?<open>\s*[("{])?)/,
  ].map((part) => part.source).join("|"), "g");

  // The text as pieces [class or "", text].
  function pieces(text) {
    const list = [];
    let at = 0;
    for (const match of text.matchAll(TOKEN)) {
      const g = match.groups;
      let name = g.comment ? "comment" : g.string ? "string" : g.number ? "number" : "";
      if (g.word) name = KEYWORDS.has(g.word) ? "keyword" : g.open !== undefined ? "call" : "";
      if (!name) continue;
      list.push(["", text.slice(at, match.index)], [name, match[0]]);
      at = match.index + match[0].length;
    }
    list.push(["", text.slice(at)]);
    return list;
  }

  function paint() {
    const lines = [document.createElement("span")];
    for (const [name, text] of pieces(area.value)) {
      text.split("\n").forEach((part, i) => {
        if (i > 0) lines.push(document.createElement("span"));
        if (!part) return;
        const piece = document.createElement("span");
        piece.className = name;
        piece.textContent = part;
        lines[lines.length - 1].append(name ? piece : part);
      });
    }
    const numbers = [];
    colours.replaceChildren(...lines.flatMap((line, i) => {
      const number = document.createElement("span");
      number.textContent = i + 1;
      if (i + 1 === badLine) {
        line.className = "bad";
        number.className = "bad";
        if (!line.textContent) line.textContent = " ";
      }
      numbers.push(number, "\n");
      return [line, "\n"];
    }));
    gutter.replaceChildren(...numbers);
  }

  // Types a text in place of what is selected, so that it can be undone.
  function type(text) {
    if (!document.execCommand("insertText", false, text)) {
      area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      area.dispatchEvent(new Event("input"));
    }
  }

  function lineStart(at) {
    return area.value.lastIndexOf("\n", at - 1) + 1;
  }

  // Tab and Shift+Tab for several lines, Shift+Tab for one.
  function indent(back) {
    const from = lineStart(area.selectionStart);
    let to = area.selectionEnd;
    if (to > area.selectionStart && area.value[to - 1] === "\n") to--;
    const end = area.value.indexOf("\n", to);
    to = end < 0 ? area.value.length : end;
    const lines = area.value.slice(from, to).split("\n");
    const text = lines.map((line) => back ? line.replace(/^( {1,2}|\t)/, "") : line && "  " + line).join("\n");
    area.setSelectionRange(from, to);
    type(text);
    area.setSelectionRange(lines.length > 1 ? from : from + text.length, from + text.length);
  }

  area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      leaving = true;
      return;
    }
    if (event.key === "Tab" && !leaving && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      if (event.shiftKey || area.value.slice(area.selectionStart, area.selectionEnd).includes("\n")) indent(event.shiftKey);
      else type("  ");
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) {
      event.preventDefault();
      const before = area.value.slice(lineStart(area.selectionStart), area.selectionStart);
      const deeper = /(\b(then|do|else|repeat)|\bfunction\b[^)]*\)|[{(])\s*$/.test(before) ? "  " : "";
      type("\n" + before.match(/^\s*/)[0] + deeper);
    }
    if (event.key !== "Shift") leaving = false;
  });
  area.addEventListener("blur", () => { leaving = false; });
  area.addEventListener("input", () => {
    badLine = null;
    paint();
    onChange();
  });

  return {
    get text() { return area.value; },
    set text(value) {
      area.value = value;
      badLine = null;
      paint();
      document.getElementById("editor").scrollTo(0, 0);
    },
    // Marks a line as wrong; null: none.
    mark(line) {
      if (line === badLine) return;
      badLine = line;
      paint();
    },
    // Puts the cursor on a line.
    goTo(line) {
      const lines = area.value.split("\n");
      const at = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(at, at + (lines[line - 1] || "").length);
      colours.children[line - 1]?.scrollIntoView({ block: "nearest" });
    },
  };
}

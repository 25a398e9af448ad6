// The page: brings together editor, runner and pictures. It owns what one has dragged, chosen and painted, and what is shown
// of a run.
"use strict";

const TYPING = 150;       // ms without a key before the program runs
const SHOW_AFTER = 400;   // ms after which a run that goes on shows what it has said so far
const MOST_LINES = 2000;  // of output that are shown

const byId = (id) => document.getElementById(id);
const edited = new Map(); // by example: its text, if changed
let examples = [];
let chosen = null;        // the example
let asked = {};           // what the program is asked for: values, cells, stroke
let brush = "wall";
let strokeMode = null;    // of the stroke that goes on, once a run has said it
let stroke = [];          // points that no run has seen
let requests = 0;         // runs that were asked for, by a text that was typed or by a thing that was dragged or chosen
let changed = 0;          // the latest of them that changed the program
let run = null;           // the run: the latest request that it knows of, its input, and what it has said
let timer = null;
let showing = null;
let playing = null;       // the slider that moves by itself: { slider, value, time }

const editor = makeEditor(() => {
  if (chosen) edited.set(chosen.name, editor.text);
  changed = request();
  clearTimeout(timer);
  timer = setTimeout(start, TYPING);
});

const pictures = makePictures(byId("pictures"), (name, place) => {
  asked.values[name] = place;
  start();
}, (points, isNew) => {
  if (isNew) strokeMode = null;
  stroke.push(...points);
  start();
});

const runner = makeRunner(began, heard, ended);

// ---- Running -------------------------------------------------------------------------------------------------------

function forget() {
  asked = { values: {}, cells: {} };
  stroke = [];
  strokeMode = null;
  playing = null;
}

// The page tells by data-requests and data-shown, the latest request in what is shown, whether all that was asked for is
// there.
function request() {
  requests += 1;
  document.body.dataset.requests = requests;
  return requests;
}

function start() {
  clearTimeout(timer);
  request();
  runner.run(() => {
    const input = { values: asked.values, cells: asked.cells };
    if (stroke.length > 0) input.stroke = { brush, mode: strokeMode || undefined, points: stroke };
    run.stroke = stroke;
    stroke = [];
    return { program: editor.text, input };
  });
}

function began() {
  run = { request: requests, asked, stroke: [], output: [], pictures: [], controls: [], paint: null, end: null };
  showing = setInterval(() => {
    byId("status").textContent = "Running…";
    byId("stop").disabled = false;
    showOutput();
  }, SHOW_AFTER);
}

function heard(kind, text) {
  if (kind === 0) {
    run.output.push(text);
  } else if (kind === 1) {
    const message = JSON.parse(text);
    if (message.type === "picture") run.pictures.push(message);
    else if (message.type === "control") run.controls.push(message);
    else if (message.type === "paint") run.paint = message;
    else run.end = message;
  } else {
    run.end = { error: text };
  }
}

const ENDS = {
  stopped: "Stopped.",
  late: "The program takes too long, and was stopped.",
  broken: "The program broke the interpreter; it was started anew.",
};

function ended(how) {
  clearInterval(showing);
  byId("stop").disabled = true;
  const current = run.asked === asked; // no other program was chosen since
  if (how === "replaced") {
    if (current) stroke.unshift(...run.stroke);
    return;
  }
  const end = run.end || { error: ENDS[how] || "The program ended without a word." };
  if (run.paint && current) {
    asked.cells = run.paint.cells;
    if (run.paint.mode) strokeMode = run.paint.mode;
  }
  // The lines of an older text are not those of the one that is there, which runs next.
  if (run.request < changed && how !== "stopped") return;
  if (end.error) playing = null;
  showError(end);
  showOutput(end.cut);
  // What stands still is better to look at than what comes and goes while one types.
  if (!end.error || run.pictures.length > 0) {
    showControls(run.controls.filter((c) => c.kind === "slider"));
    showBrushes(run.paint);
    pictures.show(run.pictures, run.controls.filter((c) => c.kind === "point"));
  }
  const time = end.error || end.seconds === undefined ? "" : ` in ${(end.seconds * 1000).toFixed(end.seconds < 0.01 ? 1 : 0)} ms`;
  byId("status").textContent = (end.error ? "Error" : "Ran") + time;
  document.body.dataset.shown = run.request;
}

// ---- What is shown of a run ------------------------------------------------------------------------------------------

function showError(end) {
  const box = byId("error");
  box.hidden = !end.error;
  editor.mark(end.error && end.line || null);
  if (!end.error) return;
  if (end.line) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Line ${end.line}`;
    button.onclick = () => editor.goTo(end.line);
    box.replaceChildren(button, ": " + end.error);
  } else {
    box.textContent = end.error;
  }
}

function showOutput(cut) {
  let text = run.output.join("");
  let at = -1;
  for (let i = 0; i < MOST_LINES; i++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) break;
  }
  if (at >= 0 && at + 1 < text.length) {
    text = text.slice(0, at + 1);
    cut = true;
  }
  const box = byId("output");
  box.hidden = text === "";
  box.textContent = text + (cut ? "… The rest of the output is left out." : "");
}

function makeSlider(name) {
  const row = document.createElement("div");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const button = document.createElement("button");
  row.dataset.name = name;
  input.type = "range";
  button.type = "button";
  label.append(name, input, document.createElement("output"));
  row.append(label, button);
  input.addEventListener("input", () => {
    playing = null;
    setSlider(row, Number(input.value));
  });
  button.addEventListener("click", () => {
    if (playing && playing.slider.name === name) {
      playing = null;
    } else {
      const { slider } = row;
      playing = { slider, value: slider.value < slider.to ? slider.value : slider.from, time: performance.now() };
      requestAnimationFrame(play);
    }
    showPlaying();
  });
  return row;
}

function setSlider(row, value) {
  asked.values[row.dataset.name] = value;
  row.querySelector("output").value = Number(value.toPrecision(6));
  start();
}

function showControls(sliders) {
  const box = byId("controls");
  const old = new Map([...box.children].map((row) => [row.dataset.name, row]));
  const rows = sliders.map((slider) => {
    const row = old.get(slider.name) || makeSlider(slider.name);
    const input = row.querySelector("input");
    row.slider = slider;
    Object.assign(input, { min: slider.from, max: slider.to, step: slider.step });
    if (document.activeElement !== input || Number(input.value) !== asked.values[slider.name]) input.value = slider.value;
    row.querySelector("output").value = Number(slider.value.toPrecision(6));
    return row;
  });
  if (rows.length !== box.children.length || rows.some((row, i) => box.children[i] !== row)) box.replaceChildren(...rows);
  showPlaying();
}

function showPlaying() {
  for (const row of byId("controls").children) {
    const button = row.querySelector("button");
    button.hidden = !row.slider.rate;
    button.textContent = playing && playing.slider.name === row.slider.name ? "Pause" : "Play";
  }
}

// Moves the slider that plays, once a frame, and asks for a run whenever none goes on. Where runs take long, or the page
// was hidden, it goes slower than the clock.
function play(time) {
  const row = playing && [...byId("controls").children].find((one) => one.slider.name === playing.slider.name);
  if (!row || !row.slider.rate) {
    playing = null;
    return;
  }
  const { from, to, step, rate } = row.slider;
  playing.value = Math.min(to, playing.value + rate * Math.min(Math.max(time - playing.time, 0), 100) / 1000);
  playing.time = time;
  if (!runner.running) {
    const value = playing.value < to ? from + Math.floor((playing.value - from) / step) * step : to;
    if (value !== row.slider.value) setSlider(row, value);
    if (value === to) playing = null;
  }
  if (playing) requestAnimationFrame(play);
}

function showBrushes(paint) {
  const box = byId("brushes");
  const names = paint ? paint.brushes : [];
  box.hidden = names.length === 0;
  if (box.dataset.names === names.join("\n")) return;
  box.dataset.names = names.join("\n");
  if (!names.includes(brush)) brush = "wall";
  const caption = document.createElement("span");
  caption.textContent = names.length > 1 ? "Paint on the picture:" : "Click or drag on the picture to build walls, or to take them away.";
  box.replaceChildren(caption);
  if (names.length < 2) return;
  for (const name of names) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "brush", value: name, checked: name === brush });
    input.addEventListener("change", () => { brush = name; });
    label.append(input, " " + name);
    box.append(label);
  }
}

// ---- Examples and links ----------------------------------------------------------------------------------------------

function choose(example, text = edited.get(example.name) || example.text) {
  chosen = example;
  byId("examples").value = example ? example.name : "";
  byId("about").textContent = example ? example.about[0].toUpperCase() + example.about.slice(1) : "A program from a link.";
  forget();
  editor.text = text;
  start();
  changed = requests;
}

// Links hold bytes as base64 with the letters that a link may have.
function pack(text) {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function unpack(packed) {
  const bytes = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
}

// What the address asks for: #code=…, #example=name, or the first example.
function followAddress() {
  const [key, value] = location.hash.slice(1).split("=");
  if (key === "code") {
    try {
      choose(null, unpack(value));
      return;
    } catch (e) {
      byId("status").textContent = "The program in the link cannot be read.";
    }
  }
  choose(examples.find((example) => key === "example" && example.name === value) || examples[0]);
}

byId("examples").addEventListener("change", (event) => {
  const example = examples.find((e) => e.name === event.target.value);
  history.replaceState(null, "", "#example=" + example.name);
  choose(example);
});

byId("reset").addEventListener("click", () => {
  if (chosen) {
    edited.delete(chosen.name);
    choose(chosen);
  } else {
    followAddress();
  }
});

byId("share").addEventListener("click", async () => {
  history.replaceState(null, "", "#code=" + pack(editor.text));
  let said = "The address of this page holds your program: copy it.";
  try {
    await navigator.clipboard.writeText(location.href);
    said = "A link with your program is copied.";
  } catch (e) {
    // Not allowed, or no clipboard: the address has it.
  }
  byId("status").textContent = said;
});

byId("stop").addEventListener("click", () => runner.stop());
window.addEventListener("hashchange", followAddress);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    start();
  }
});

async function load() {
  try {
    const [answer] = await Promise.all([fetch("examples.json"), runner.load("astar.wasm")]);
    examples = await answer.json();
    byId("examples").replaceChildren(...examples.map((example) => new Option(example.title, example.name)));
    followAddress();
  } catch (e) {
    byId("status").textContent = "";
    showError({ error: "The playground could not be loaded: " + e.message + ". It takes a web server, and `make site` to build it." });
  }
}

load();

// Runs programs, one after the other, beside the page; so the page can end it whatever it does.
//
// The page first sends { module }, the compiled WebAssembly, and then { id, program, input } for each run. It gets
// { ready }, and for each run { id, kind, text } as playground.c says, and at last { id, idle, memory }.
"use strict";

importScripts("astar.js");

let instance, current, modules;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

// The text of a module in Lua that is not in astar.wasm, or undefined. They are downloaded when the first is wanted;
// the program waits for them.
function textOfModule(name) {
  if (!modules) {
    const request = new XMLHttpRequest();
    request.open("GET", "modules.json", false);
    request.send();
    modules = new Map(Object.entries(JSON.parse(request.responseText)));
  }
  return modules.get(name);
}

function start(module) {
  return createAstar({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((made) => done(made, module));
      return {};
    },
    textOfModule,
    say(kind, bytes) {
      postMessage({ id: current, kind, text: decoder.decode(bytes) });
    },
  });
}

// Puts a text into the memory of the instance → its place and length.
function put(text) {
  const bytes = encoder.encode(text);
  const place = instance._malloc(bytes.length + 1);
  instance.HEAPU8.set(bytes, place);
  return [place, bytes.length];
}

function run(message) {
  current = message.id;
  const program = put(message.program);
  const input = put(message.input);
  instance._playground_run(...program, ...input);
  instance._free(program[0]);
  instance._free(input[0]);
  postMessage({ id: current, idle: true, memory: instance.HEAPU8.length });
}

onmessage = async (event) => {
  if (event.data.module) {
    instance = await start(event.data.module);
    postMessage({ ready: true });
  } else {
    run(event.data);
  }
};

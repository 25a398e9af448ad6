// Runs programs in a worker: the newest one that is asked for, and never two at once. A run that takes too long is ended
// by its own limits, and if it is not, together with the worker. The compiled module is kept, so a new worker is ready at once.
"use strict";

const SECONDS = 5;         // that a program may run
const GRACE = 1500;        // ms that the worker has to say that the time is up, before it is ended
const PATIENCE = 600;      // ms that a run has before a newer one ends it
const LARGEST = 96 << 20;  // bytes of a worker that is kept: its memory never shrinks

// onMessage(kind, text) for what a run says; onEnd(how) when it ends: "done", "stopped" by the user, "late" after its
// time, "replaced" by a newer one, "broken" with the worker.
function makeRunner(onStart, onMessage, onEnd) {
  let module = null;
  let worker = null;
  let ready = false;
  let current = null; // the run that goes on: { id, began, watchdog, ended }
  let waiting = null; // the run that comes next
  let patience = null;
  let last = 0;

  function startWorker() {
    ready = false;
    worker = new Worker("worker.js");
    worker.onmessage = (event) => {
      const message = event.data;
      if (message.ready) {
        ready = true;
        next();
      } else if (current && message.id === current.id) {
        if (!message.idle) {
          onMessage(message.kind, message.text);
        } else {
          finish("done");
          if (message.memory > LARGEST) restart();
          next();
        }
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail("broken");
    };
    worker.postMessage({ module });
  }

  function restart() {
    worker.terminate();
    startWorker();
  }

  function finish(how) {
    clearTimeout(current.watchdog);
    clearTimeout(patience);
    patience = null;
    current = null;
    onEnd(how);
  }

  function fail(how) {
    if (current) finish(how);
    restart();
  }

  function next() {
    if (!ready || !waiting) return;
    if (current) {
      // What is asked for while another run goes on waits for it, but not for long.
      if (patience) return;
      patience = setTimeout(() => fail("replaced"), Math.max(0, PATIENCE - (performance.now() - current.began)));
      return;
    }
    const run = waiting;
    waiting = null;
    last += 1;
    current = { id: last, began: performance.now(), watchdog: setTimeout(() => fail("late"), SECONDS * 1000 + GRACE) };
    onStart();
    const { program, input } = run();
    worker.postMessage({ id: last, program, input: JSON.stringify({ ...input, seconds: SECONDS }) });
  }

  return {
    async load(url) {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      module = await WebAssembly.compile(await answer.arrayBuffer());
      startWorker();
    },
    // Runs what `make` gives, { program, input }, as soon as it can.
    run(make) {
      waiting = make;
      next();
    },
    stop() {
      waiting = null;
      if (current) fail("stopped");
    },
    get running() { return current !== null; },
  };
}

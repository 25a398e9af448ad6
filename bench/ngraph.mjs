// ngraph.mjs: the contestants of ngraph.path, on ngraph.graph, both from npm.
//
//   node ngraph.mjs FILE plain|terrain astar|nba PEERS      PEERS: the folder with node_modules
//
// Obeys the commands listed in worker.h. Lengths are worked out beforehand. One link object
// serves both directions, as the library's own examples have it; but for NBA* and terrain, as
// that calls distance() with the ends swapped when it comes from the goal, and where some links lead one way only.
import { readFileSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';

const [file, variant, algorithm, peers] = process.argv.slice(2);
const require = createRequire(resolve(peers, 'package.json'));
const createGraph = require('ngraph.graph');
const { aStar, nba } = require('ngraph.path');
const algorithms = { astar: aStar, nba };
let oriented = variant === 'terrain' && algorithm === 'nba';
const multipliers = [1, 1.5, 2, 4];

let flat = true;

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function build() {
  const bytes = readFileSync(file);
  let at = 0;
  const line = () => {
    const end = bytes.indexOf(10, at);
    const words = bytes.toString('latin1', at, end).split(' ').map(Number);
    at = end + 1;
    return words;
  };
  const [nodes, links, pairs] = line();
  const graph = createGraph();
  const places = [];
  for (let i = 1; i <= nodes; i++) places.push(line());
  const ends = [];
  for (let i = 0; i < links; i++) ends.push(line());
  const wanted = [];
  for (let i = 0; i < pairs; i++) wanted.push(line());

  const multiplier = (place) => (variant === 'terrain' ? multipliers[place[3]] : 1);
  flat = places.every((place) => place[2] === 0);
  oriented ||= ends.some((link) => link[2]);
  const began = seconds();
  places.forEach((p, i) => {
    const data = { x: p[0], y: p[1], multiplier: multipliers[p[3]] };
    if (!flat) data.z = p[2];
    graph.addNode(i + 1, data);
  });
  for (const [a, b, oneway] of ends) {
    const p = places[a - 1], q = places[b - 1];
    const length = Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
    if (oriented) {
      graph.addLink(a, b, { length: length * multiplier(q) });
      if (!oneway) graph.addLink(b, a, { length: length * multiplier(p) });
    } else {
      graph.addLink(a, b, { length });
    }
  }
  return { graph, pairs: wanted, seconds: seconds() - began };
}

const { graph, pairs, seconds: buildSeconds } = build();

// A* calls distance(to, from, link): one pays to enter.
const distance = variant === 'terrain' && !oriented
  ? (to, from, link) => link.data.length * to.data.multiplier
  : (to, from, link) => link.data.length;

function flatHeuristic(a, b) {
  const dx = a.data.x - b.data.x, dy = a.data.y - b.data.y;
  return Math.sqrt(dx * dx + dy * dy);
}

function heuristic(a, b) {
  const dx = a.data.x - b.data.x, dy = a.data.y - b.data.y, dz = a.data.z - b.data.z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

const options = { distance, heuristic: flat ? flatHeuristic : heuristic, oriented };
const finder = algorithms[algorithm](graph, options);

// The library gives the route from the goal backwards, and no cost.
function cost(route) {
  let sum = 0;
  for (let i = route.length - 1; i > 0; i--) {
    const from = route[i], to = route[i - 1];
    sum += distance(to, from, graph.getLink(from.id, to.id) || graph.getLink(to.id, from.id));
  }
  return sum;
}

// Nodes are counted apart from the timed searches, so that counting does not slow these down.
function count(first, last) {
  let expanded = 0;
  const counted = {
    getNode: graph.getNode,
    forEachLinkedNode(id, callback, oriented) {
      expanded++;
      return graph.forEachLinkedNode(id, callback, oriented);
    },
  };
  const counter = algorithms[algorithm](counted, options);
  for (const [start, goal] of pairs.slice(first - 1, last)) {
    counter.find(start, goal);
    if (algorithm === 'astar') expanded++; // the goal is taken up, though not expanded
  }
  return expanded;
}

function resident() {
  if (global.gc) global.gc();
  if (!existsSync('/proc/self/status')) return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]) / 1024;
}

const commands = {
  costs: (first, last) =>
    pairs.slice(first - 1, last).map(([start, goal]) => cost(finder.find(start, goal))).join(' '),
  count,
  run(mode, first, last) {
    const routes = [];
    const began = seconds();
    for (let i = first - 1; i < last; i++) routes.push(finder.find(pairs[i][0], pairs[i][1]));
    const took = seconds() - began;
    return `${took} ${routes.reduce((sum, route) => sum + cost(route), 0)}`;
  },
  about: () => `${buildSeconds} ${resident()}`,
  quit: () => process.exit(0),
};

createInterface({ input: process.stdin }).on('line', (text) => {
  const [name, ...words] = text.split(' ');
  process.stdout.write(`${commands[name](...words.map((word) => (isNaN(word) ? word : Number(word))))}\n`);
});

"use strict";
// The interactive part of the report. All figures are in DATA, all sentences in WORDS; nothing is fetched.
const $ = (id) => document.getElementById(id);
const Z = 1.959964;
const WAYS = ["offered", "drawn", "played", "held"];
let sortKey = "effect";

function wilson(won, n) {
  const rate = won / n, z2 = Z * Z, middle = (rate + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt(Math.max(0, rate * (1 - rate)) / n + z2 / (4 * n * n));
  return [Math.max(0, Math.min(rate, middle - half)), Math.min(1, Math.max(rate, middle + half))];
}

// The two-sided probability of a normal deviate, by the approximation of Abramowitz and Stegun 26.2.17.
function twoSided(z) {
  const x = Math.abs(z), t = 1 / (1 + 0.2316419 * x);
  const tail = 0.39894228 * Math.exp((-x * x) / 2) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, 2 * tail);
}

// Benjamini and Hochberg: the false discovery rate at which each comparison would stand out.
function adjusted(ps) {
  const order = ps.map((p, i) => [p, i]).sort((a, b) => b[0] - a[0]), out = Array(ps.length);
  let least = 1;
  order.forEach(([p, i], place) => { least = Math.min(least, (p * ps.length) / (ps.length - place)); out[i] = least; });
  return out;
}

const cell = (file) => DATA.cells[file * DATA.groups.length + Number($("group").value)];
const percent = (x) => (100 * x).toFixed(1) + " %";
const text = (parent, tag, content, kind) => {
  const node = parent.appendChild(document.createElement(tag));
  node.textContent = content;
  if (kind) node.className = kind;
  return node;
};

function seats(found) {
  const seat = Number($("seat").value);
  return seat < 0 ? found.won.map((_, i) => i) : [seat];
}

// One row for each component: how often, and what was won with it, over the chosen seats.
function rows(file) {
  const found = cell(file);
  if (!found) return [];
  const chosen = seats(found), way = WAYS.indexOf($("way").value);
  const cases = found.n * chosen.length, base = chosen.reduce((sum, s) => sum + found.won[s], 0) / DATA.whole / cases;
  const out = DATA.components.map((name, i) => {
    const sums = Array(8).fill(0);
    chosen.forEach((s) => found.components[s][i].forEach((n, k) => { sums[k] += n; }));
    const n = sums[2 * way], won = sums[2 * way + 1] / DATA.whole;
    return { i, name, sums, n, won, cases, base, rate: n ? won / n : null };
  }).filter((row) => row.n >= 12);
  const ps = adjusted(out.map((row) => {
    const spread = Math.sqrt((row.base * (1 - row.base)) / row.n * Math.max(1 - row.n / row.cases, 1e-9));
    return spread ? twoSided((row.rate - row.base) / spread) : 1;
  }));
  out.forEach((row, k) => { row.q = ps[k]; row.range = wilson(row.won, row.n); row.effect = row.rate - row.base; });
  return out;
}

function table() {
  const body = $("components"), all = DATA.files.map((_, f) => new Map(rows(f).map((row) => [row.i, row])));
  const main = [...all[Number($("file").value)].values()];
  main.sort((a, b) => sortKey === "name" ? a.name.localeCompare(b.name) : b[sortKey] - a[sortKey]);
  body.textContent = "";
  const head = body.appendChild(document.createElement("tr"));
  const keys = ["name", "n", "rate", "effect", "q"];
  [WORDS.component, WORDS.cases, WORDS.won_with, WORDS.effect, WORDS.corrected].forEach((title, k) => {
    const th = head.appendChild(document.createElement("th")), button = text(th, "button", title);
    button.onclick = () => { sortKey = keys[k]; table(); };
  });
  [WORDS.offered, WORDS.drawn, WORDS.played].forEach((title) => text(head, "th", title));
  if (DATA.files.length > 1) DATA.files.forEach((name) => text(head, "th", name));
  for (const row of main) {
    const line = body.appendChild(document.createElement("tr")), clear = row.q < 0.05;
    text(line, "td", row.name);
    text(line, "td", String(row.n));
    text(line, "td", `${percent(row.rate)} (${percent(row.range[0])} – ${percent(row.range[1])})`);
    text(line, "td", (row.effect > 0 ? "+" : "") + percent(row.effect), clear ? (row.effect > 0 ? "better" : "worse") : "");
    text(line, "td", row.q < 0.001 ? "< 0.001" : row.q.toFixed(3));
    [0, 1, 2].forEach((way) => text(line, "td", percent(row.sums[2 * way] / row.cases)));
    if (DATA.files.length > 1) all.forEach((other) => text(line, "td", other.has(row.i) ? percent(other.get(row.i).rate) : "–"));
  }
  const clear = main.filter((row) => row.q < 0.05).length;
  $("told").textContent = WORDS.told.replace("{n}", main.length).replace("{clear}", clear);
}

function curves() {
  const found = cell(Number($("file").value)), svg = $("curves");
  svg.textContent = "";
  if (!found || !found.rounds.length) return;
  const rounds = found.rounds, all = rounds.flatMap((r) => r.means), low = Math.min(0, ...all), high = Math.max(1, ...all);
  const x = (i) => 50 + (i * 680) / Math.max(1, rounds.length - 1), y = (v) => 230 - ((v - low) * 200) / (high - low || 1);
  const add = (tag, facts, content) => {
    const node = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", tag));
    Object.entries(facts).forEach(([key, value]) => node.setAttribute(key, value));
    if (content !== undefined) node.textContent = content;
  };
  [low, (low + high) / 2, high].forEach((v) => {
    add("line", { x1: 50, x2: 730, y1: y(v), y2: y(v), class: "grid" });
    add("text", { x: 42, y: y(v) + 5, "text-anchor": "end" }, v.toFixed(0));
  });
  rounds.forEach((_, i) => { if (rounds.length < 16 || i % 5 === 4) add("text", { x: x(i), y: 255, "text-anchor": "middle" }, i + 1); });
  seats(found).forEach((s) => {
    add("polyline", { points: rounds.map((r, i) => `${x(i)},${y(r.means[s])}`).join(" "), class: `curve c${s}` });
  });
  const chosen = Math.min(Number($("round").value), rounds.length) - 1, at = rounds[chosen];
  add("line", { x1: x(chosen), x2: x(chosen), y1: 25, y2: 235, class: "axis" });
  const legend = $("legend");
  legend.textContent = "";
  seats(found).forEach((s) => text(legend, "span", `${WORDS.seat} ${s}: ${at.means[s].toFixed(1)}`, `t${s}`));
  const range = at.led ? wilson(at.won / DATA.whole, at.led) : null;
  $("lead").textContent = range ? WORDS.lead.replace("{round}", chosen + 1).replace("{rate}", percent(at.won / DATA.whole / at.led))
    .replace("{low}", percent(range[0])).replace("{high}", percent(range[1])).replace("{n}", at.led) : "";
  const facts = $("facts");
  facts.textContent = "";
  ["", WORDS.mean, WORDS.nine_of_ten].forEach((title) => text(facts, "th", title));
  [[WORDS.lead_changes, found.leads], [WORDS.decisions, found.decisions], [WORDS.branching, found.branching]].forEach(([name, v]) => {
    const line = facts.appendChild(document.createElement("tr"));
    [name, v[0].toFixed(2), `${v[1]} … ${v[2]}`].forEach((part) => text(line, "td", part));
  });
}

function draw() {
  const found = cell(Number($("file").value));
  $("count").textContent = WORDS.count.replace("{n}", found ? found.n : 0);
  table();
  curves();
}

function fill(id, names, first) {
  if (first) $(id).add(new Option(first, -1));
  names.forEach((name, i) => $(id).add(new Option(name, i)));
}
fill("file", DATA.files);
fill("group", DATA.groups);
fill("seat", [...Array(DATA.seats).keys()].map((s) => `${WORDS.seat} ${s}`), WORDS.all_seats);
WAYS.forEach((way) => $("way").add(new Option(WORDS[way], way, way === "played", way === "played")));
const most = Math.max(1, ...DATA.cells.filter(Boolean).map((c) => c.rounds.length));
$("round").max = most;
$("round").value = Math.ceil(most / 2);
for (const id of ["file", "group", "seat", "way", "round"]) $(id).oninput = draw;
draw();

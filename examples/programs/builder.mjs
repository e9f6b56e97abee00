// A bot in JavaScript: it covers as many cells as it can, and takes or rolls whatever comes first otherwise.

import { createInterface } from "node:readline";

const GAMES = ["copenhagen", "roll-and-write"];
let moves = [];

/** How many cells a move covers. */
function cells(move) {
  const [verb, ...words] = move.split(" ");
  return ["build", "draw", "single"].includes(verb) ? words.filter((word) => /^[a-e][1-9]/.test(word)).length : 0;
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: 1, name: "builder in JavaScript", games: GAMES });
  else if (message.type === "observation") moves = message.moves;
  else if (message.type === "choose") say({ type: "chosen", move: moves.reduce((best, move) => (cells(move) > cells(best) ? move : best)) });
  else if (message.type === "quit") break;
}

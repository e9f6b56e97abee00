import { describe, expect, test } from "vitest";
import { placesOf } from "../../../src/games/roll-and-write/dice";
import { facadeTiles } from "../../../src/games/roll-and-write/tiles";
import type { Choices } from "../../../src/lib/net/protocol";
import { cellIndex } from "../../../src/lib/placement/cells";
import { diceMove } from "../../moves";
import { choice } from "../../tiles";
import { at, at_table, components, pays, red, singleChoice } from "./fixtures";

describe("dice", () => {
  test("letters are found from the left, each die once", () => {
    expect(placesOf("RRYW", "RW")).toEqual([0, 3]);
    expect(placesOf("RRYW", "RR+")).toEqual([0, 1]);
  });

  test("only what some offered move has can be selected, and is sent as it is spelt", () => {
    const { play, sent } = at_table(["reroll R", "reroll RY", "change Y R", "change Y W", "pass"]);
    expect(play.selectable).toEqual([0, 1, 2]);
    play.pickDie(2);
    expect(play.changes.map(({ fields }) => fields.to)).toEqual(["R", "W"]);
    expect(play.rerollMove).toBeUndefined();
    play.pickDie(0);
    expect(play.rerollMove?.move).toBe("reroll RY");
    expect(play.changes).toEqual([]);
    expect(play.selectable).not.toContain(1);
    play.pickDie(0);
    play.propose(play.changes[1]);
    expect(play.planned?.move).toBe("change Y W");
    expect(sent).toEqual([]);
  });

  test("nothing can be selected that is not offered, and nothing is sent that is not", () => {
    const { play, sent } = at_table(["pass"]);
    play.pickDie(0);
    expect(play.chosen).toEqual([]);
    void play.play(diceMove("reroll R"));
    expect(sent).toEqual([]);
  });

  test("the way to pay without bonuses comes first; a die is exchanged for another; selected dice are used", () => {
    const { play } = at_table(["reroll RR", "reroll R"], { tiles: [red({ payments: pays("R+", "RW", "RR") })] });
    play.pickTile("R2", 0);
    expect(play.payment!.pay).toBe("RW");
    expect(play.raised).toEqual([0, 3]);
    play.pickDie(3);
    expect(play.payment!.pay).toBe("RR");
    play.pickDie(1);
    expect(play.payment!.pay).toBe("RW");
    play.reset();
    play.pickDie(0);
    play.pickDie(1);
    play.pickTile("R2", 0);
    expect(play.payment!.pay).toBe("RR");
  });
});

describe("drawing", () => {
  test("a tile, its place, its X: as the server spells it", async () => {
    const { play, sent } = at_table([], { tiles: [red()] });
    play.pickTile("R2", 0);
    play.tapSheet({ x: 0.5, y: 0.5 }, "a1");
    expect(play.placeMove).toBe("draw R2 a1* a2 using RW");
    play.tapSheet({ x: 0.5, y: 1.5 }, "a2");
    expect(play.placeMove).toBe("draw R2 a1 a2* using RW");
    play.moveCross();
    play.moveCross();
    const placed = play.place();
    expect(sent).toEqual(["draw R2 a1 a2* using RW"]);
    expect(play.held).not.toBeNull(); // it lies there until the server has put it there
    await placed;
    expect(play.held).toBeNull();
  });

  test("until it is moved, the X goes where most points are", () => {
    const { play } = at_table([], { tiles: [red()] });
    play.pickTile("R2", 0);
    play.put(cellIndex("c1"));
    expect(play.placeMove).toBe("draw R2 c1 c2* using RW");
    expect(play.gain).toEqual({ points: 2, coats: 1, lines: "b" });
    play.moveCross();
    expect(play.gain).toEqual({ points: 1, coats: 1, lines: "b" });
    play.put(cellIndex("a1"));
    play.put(cellIndex("c1"));
    expect(play.placeMove).toBe("draw R2 c1* c2 using RW");
  });

  test("the X is left out only where that is offered", () => {
    const without = at_table([], { tiles: [red()] }).play;
    without.pickTile("R2", 0);
    without.put(cellIndex("a1"));
    without.toggleCross();
    expect(without.placeMove).toBe("draw R2 a1* a2 using RW");
    const { play } = at_table([], { tiles: [red({ without_mark: true })] });
    play.pickTile("R2", 0);
    play.put(cellIndex("a1"));
    play.toggleCross();
    expect(play.placeMove).toBe("draw R2 a1 a2 using RW");
    play.toggleCross();
    expect(play.placeMove).toBe("draw R2 a1* a2 using RW");
  });

  test("a place that is not legal draws nothing", () => {
    const { play } = at_table([], { tiles: [red()] });
    play.pickTile("R2", 0);
    play.put(cellIndex("b5"));
    expect(play.placeMove).toBeUndefined();
  });
});

describe("the facade sheet", () => {
  // The first one is crossed out and can be had for a star, its mirror image is open.
  const shapes = [
    { legal: at("a1"), take: "again" as const }, { legal: at("a1"), take: "open" as const },
    { legal: at("b1"), take: "open" as const }, { legal: at("c1"), take: "again" as const },
  ];
  const crossed = { crossed_out: { Y4: [true, false] } };
  const tiles = [{ ...choice("Y4", shapes), payments: pays("YYYY") }];

  test("shows each copy as it can be had", () => {
    const { play } = at_table([], { ...crossed, tiles });
    const shown = (choices: Choices | null, held: { tile: string; copy: number } | null) =>
      facadeTiles(components, play.view!, choices, held).filter(({ name }) => name === "Y4").map((tile) => [tile.crossed, tile.state, tile.picked]);
    expect(shown(play.choices, { tile: "Y4", copy: 1 })).toEqual([[true, "can", false], [false, "can", true]]);
    const gone = tiles.map((tile) => ({ ...tile, shapes: tile.shapes.filter(({ take }) => take === "open") }));
    expect(shown({ ...play.choices!, tiles: gone }, null)).toEqual([[true, "idle", false], [false, "can", false]]);
    expect(shown(null, null)).toEqual([[true, "idle", false], [false, "idle", false]]);
  });

  test("no tap, turn or flip spends a star that was not asked for", () => {
    const { play } = at_table([], { ...crossed, tiles });
    play.pickTile("Y4", 1);
    expect(play.again).toBe(false);
    play.tap({ x: 2.5, y: 0.5 });
    play.turn("flip");
    expect([1, 2]).toContain(play.held!.shape);
    expect(play.flippable).toBe(false);
    play.pickTile("Y4", 0);
    expect(play.again).toBe(true);
    play.tap({ x: 2.5, y: 0.5 });
    expect(play.placeMove).toMatch(/^draw Y4 c1\*? c2\*? d2\*? d3\*? using YYYY$/);
  });
});

test("the copy that is drawn is the one that the server names, else the one that was picked up", () => {
  const shapes = Array.from({ length: 4 }, () => ({ legal: at("a1") }));
  const tile = { ...choice("Y4", shapes), payments: pays("YYYY") };
  const named = at_table([], { tiles: [{ ...tile, copies: [0, 0, 0, 0] }] }).play;
  named.pickTile("Y4", 1);
  expect(named.heldCopy).toBe(0);
  const { play } = at_table([], { tiles: [{ ...tile, copies: [-1, -1, -1, -1] }] });
  play.pickTile("Y4", 1);
  expect(play.heldCopy).toBe(1);
});

test("what counts for a tile is what the server says, and so is how many boxes a track gets", () => {
  const { play } = at_table(["coat track blue"], { phase: "coat", tiles: [red()], offers: { means: { R: ["RRB", 7] } } });
  expect(play.means).toEqual(["", 0]);
  play.pickTile("R2", 0);
  expect(play.means).toEqual(["RRB", 7]);
  expect(play.boxesEach).toBe(2);
  expect(at_table(["mark red"], { phase: "mark" }).play.boxesEach).toBe(1);
});

describe("single cells and coats of arms", () => {
  test("what a single cell brings is told before it is placed", () => {
    const { play } = at_table(["single c1*", "single c1", "single d1*"], { offers: { single: singleChoice } });
    play.pickSingle();
    expect(play.spent).toEqual(["single-x"]);
    play.put(2);
    expect(play.gain).toEqual({ points: 1, coats: 1, lines: "1" });
    play.toggleCross();
    expect(play.gain).toEqual({ points: 2, coats: 1, lines: "1" });
    expect(play.spent).toEqual(["single-x", "no-x"]);
    play.put(3);
    expect(play.gain).toEqual({ points: 0, coats: 0, lines: "" });
  });

  test("what a window brings is told for each cell", () => {
    const { play } = at_table(["coat window c1", "coat window d1"], { phase: "coat", offers: { gains: { "coat window d1": [3, 0, "1"] } } });
    expect(["c1", "d1"].map((cell) => play.gainAt(cell).points)).toEqual([0, 3]);
  });

  test("a single cell is placed like a tile, with an X, or an O where that is offered", () => {
    const { play, sent } = at_table(["single c1*", "single c1", "single d1*"], { offers: { single: singleChoice } });
    play.pickSingle();
    play.tapSheet({ x: 3.5, y: 0.5 }, "d1");
    expect(play.placeMove).toBe("single d1*");
    play.toggleCross();
    expect(play.placeMove).toBeUndefined();
    play.tapSheet({ x: 2.5, y: 0.5 }, "c1");
    expect(play.placeMove).toBe("single c1");
    void play.place();
    expect(sent).toEqual(["single c1"]);
  });

  test("it is not there without a star", () => {
    const { play } = at_table(["pass"]);
    play.pickSingle();
    expect(play.held).toBeNull();
  });

  test("a coat of arms: a cell that is offered, or a track", () => {
    const { play, sent } = at_table(["coat window b1", "coat track blue", "coat decline"], { phase: "coat" });
    expect(play.anchors).toEqual(["b1"]);
    play.tapSheet({ x: 4.5, y: 8.5 }, "e9");
    expect(sent).toEqual([]);
    expect(play.markable).toEqual(["blue"]);
    play.pickTrack("red");
    play.tapSheet({ x: 1.4, y: 1.2 }, "b2");
    expect([play.planned?.move, play.plannedCell]).toEqual(["coat window b1", "b1"]);
    play.pickTrack("blue");
    expect([play.planned, play.markMove?.move]).toEqual([null, "coat track blue"]);
    expect(sent).toEqual([]);
  });
});

describe("marking", () => {
  test("one box: a track at a time", () => {
    const { play, sent } = at_table(["mark -", "mark red", "mark yellow"], { phase: "mark" });
    expect(play.markable).toEqual(["red", "yellow"]);
    expect(play.mostMarks).toBe(1);
    play.pickTrack("green");
    play.pickTrack("yellow");
    play.pickTrack("red");
    expect(play.markMove?.move).toBe("mark red");
    play.pickTrack("yellow");
    expect(play.markMove?.move).toBe("mark yellow");
    expect(sent).toEqual([]);
  });

  test("two boxes: in the order of the tracks, the same one twice only if that is offered, or one alone", () => {
    const moves = ["mark -", "mark red", "mark blue", "mark red blue", "mark red red"];
    const { play, sent } = at_table(moves, { phase: "mark" });
    play.pickTrack("blue");
    expect(play.markMove?.move).toBe("mark blue");
    expect(play.markable).toEqual(["red"]);
    play.pickTrack("blue");
    expect(play.picked).toEqual([]);
    play.pickTrack("blue");
    play.pickTrack("red");
    expect(play.markMove?.move).toBe("mark red blue");
    expect(sent).toEqual([]);
    play.reset();
    play.pickDie(0);
    play.pickDie(1);
    expect(play.markMove?.move).toBe("mark red red");
  });

  test("the track to begin with", () => {
    const { play, sent } = at_table(["start red", "start blue"], { phase: "start" });
    expect(play.markable).toEqual(["red", "blue"]);
    play.pickTrack("yellow");
    play.pickTrack("blue");
    expect(play.markMove?.move).toBe("start blue");
    expect(sent).toEqual([]);
  });
});

test("what is not offered any more is put back", () => {
  const { play } = at_table(["reroll R"], { tiles: [red()] });
  play.check();
  play.pickDie(0);
  play.check();
  expect(play.chosen).toEqual([0]);
  play.pickTile("R2", 0);
  (play.table as { choices: Choices | null }).choices = null;
  play.check();
  expect(play.held).toBeNull();
  expect(play.busy).toBe(false);
});

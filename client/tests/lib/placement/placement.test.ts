import { describe, expect, test } from "vitest";
import type { Choices } from "../../../src/lib/net/protocol";
import { cellIndex, cellName, cellsOf, has, maskOf } from "../../../src/lib/placement/cells";
import * as placement from "../../../src/lib/placement/placement";
import { poses, turned } from "../../../src/lib/placement/tiles";
import { L3, bar, choice, nothingOffered, payment, square } from "../../tiles";

const at = (...names: string[]) => maskOf(names.map(cellIndex));

describe("cells", () => {
  test("are counted row by row from a1", () => {
    expect(["a1", "e1", "a2", "e9"].map(cellIndex)).toEqual([0, 4, 5, 44]);
    expect([0, 4, 5, 44].map(cellName)).toEqual(["a1", "e1", "a2", "e9"]);
  });

  test("of a mask of 45 bits", () => {
    const mask = at("a1", "c4", "e9");
    expect(cellsOf(mask).map(cellName)).toEqual(["a1", "c4", "e9"]);
    expect(has(mask, cellIndex("e9"))).toBe(true);
    expect(has(mask, cellIndex("d9"))).toBe(false);
  });
});

describe("turning", () => {
  test("four turns to the right, or one right and one left, change nothing", () => {
    const start = { shape: 2, mark: 0 };
    let pose = start;
    for (let turn = 0; turn < 4; turn++) pose = turned(L3, pose, "turn");
    expect(pose).toEqual(start);
    expect(turned(L3, turned(L3, start, "turn"), "back")).toEqual(start);
    expect(turned(L3, turned(L3, start, "flip"), "flip")).toEqual(start);
  });

  test("a square keeps its shape and moves its brick", () => {
    const marks = [0, 1, 2, 3].map((steps) => {
      let pose = { shape: 0, mark: 0 };
      for (let step = 0; step < steps; step++) pose = turned(square, pose, "turn");
      return pose.mark;
    });
    expect(new Set(marks).size).toBe(4);
  });

  test("reaches every pose once", () => {
    const found = poses(L3, { shape: 0, mark: 0 });
    expect(found).toHaveLength(8);
    expect(new Set(found.map(({ pose }) => `${pose.shape} ${pose.mark}`)).size).toBe(8);
    expect(found[0]!.steps).toBe(0);
  });

  test("without a mark turns the shape alone", () => {
    expect(turned(bar, { shape: 0, mark: -1 }, "turn")).toEqual({ shape: 1, mark: -1 });
  });
});

describe("what the server offers", () => {
  const choices: Choices = {
    ...nothingOffered,
    tiles: [choice("R2", [{ legal: 0 }, { legal: 0 }]), choice("R3", [{ legal: 0 }, { legal: at("b1") }, {}, {}])],
  };

  test("only tiles with a legal place are available", () => {
    expect(placement.available(choices)).toEqual(["R3"]);
    expect(placement.available(null)).toEqual([]);
  });

  test("a tile is taken up in a pose that has a place", () => {
    expect(placement.firstPose(L3, choices.tiles[1]).shape).toBe(1);
    expect(placement.firstPose(L3, undefined)).toEqual({ shape: 2, mark: 0 });
  });

  test("every anchor says why", () => {
    const one = choice("R2", [{ legal: at("a1"), covered: at("b1"), unsupported: at("a3"), unaffordable: at("c1") }]);
    const why = (cell: string) => placement.reasonAt(one, 0, cellIndex(cell));
    expect(["a1", "b1", "a3", "c1", "e1"].map(why)).toEqual(["legal", "covered", "unsupported", "unaffordable", "outside"]);
    expect(placement.reasonAt(one, 0, null)).toBe("outside");
    expect(placement.reasonAt(one, 7, 0)).toBe("outside");
  });

  test("cells in reach are those that legal places cover", () => {
    const one = choice("R2", [{ legal: at("a1") }, { legal: at("c2") }]);
    expect([...placement.reach(bar, one)].map(cellName).sort()).toEqual(["a1", "b1", "c2", "c3"]);
  });
});

describe("a tap", () => {
  const one = choice("R2", [{ legal: at("a1", "c1") }, { legal: at("e1") }]);
  const tap = (x: number, y: number, pose = { shape: 0, mark: 0 }) => placement.nearest(bar, one, pose, { x, y });

  test("takes the place under it", () => {
    expect(tap(3.2, 0.5)).toEqual({ tile: "R2", shape: 0, mark: 0, anchor: cellIndex("c1") });
  });

  test("turns the piece if only that covers the cell", () => {
    expect(tap(4.5, 1.5)).toMatchObject({ shape: 1, anchor: cellIndex("e1") });
  });

  test("takes the nearest place if none is under it", () => {
    expect(tap(0.4, 5)).toMatchObject({ shape: 0, anchor: cellIndex("a1") });
  });

  test("finds nothing where nothing is legal", () => {
    expect(placement.nearest(bar, choice("R2", [{}, {}]), { shape: 0, mark: 0 }, { x: 1, y: 1 })).toBeNull();
  });
});

describe("dragging", () => {
  const one = choice("R2", [{ legal: at("b1") }, {}]);

  test("a legal place close by draws the piece", () => {
    expect(placement.under(bar, one, 0, { x: 1.6, y: 0.4 })).toEqual({ anchor: cellIndex("b1") });
    expect(placement.under(bar, one, 0, { x: 2.1, y: 0.9 })).toEqual({ anchor: cellIndex("b1") });
  });

  test("elsewhere the piece lies where it is, allowed or not", () => {
    expect(placement.under(bar, one, 0, { x: 2.7, y: 4.2 })).toEqual({ anchor: cellIndex("d5") });
  });

  test("half outside the house it is nowhere on it, but to be seen", () => {
    const place = placement.under(bar, one, 0, { x: 4.2, y: 3.9 });
    expect(place).toEqual({ anchor: null, outside: { x: 4, y: 4 } });
    expect(placement.lying(bar, { tile: "R2", shape: 0, mark: 0, ...place })).toEqual([{ x: 4, y: 4 }, { x: 5, y: 4 }]);
    expect(placement.under(bar, one, 0, { x: -1, y: 0 }).outside).toEqual({ x: -1, y: 0 });
  });

  test("beside the house it is in the hand", () => {
    const place = placement.under(bar, one, 0, { x: -3, y: 4 });
    expect(place).toEqual({ anchor: null });
    expect(placement.lying(bar, { tile: "R2", shape: 0, mark: 0, ...place })).toEqual([]);
  });
});

describe("keys", () => {
  const one = choice("R2", [{ legal: at("a1", "c1", "d1", "b2") }, { legal: at("a3") }]);
  const step = (from: string | null, to: placement.Direction) => {
    const found = placement.step(one, 0, from === null ? null : cellIndex(from), to);
    return found === null ? null : cellName(found);
  };

  test("go from legal place to legal place", () => {
    expect(step(null, "up")).toBe("a1");
    expect(step("a1", "right")).toBe("c1");
    expect(step("c1", "right")).toBe("d1");
    expect(step("a1", "up")).toBe("b2");
    expect(step("b2", "down")).toBe("a1");
  });

  test("stay where there is nothing further", () => {
    expect(step("d1", "right")).toBe("d1");
  });

  test("after a turn the piece settles on the nearest place", () => {
    const held = { tile: "R2", shape: 0, mark: 0, anchor: cellIndex("a1") };
    expect(placement.settle(bar, one, held, { shape: 1, mark: 0 }).anchor).toBe(cellIndex("a3"));
    const outside = { ...held, anchor: null, outside: { x: -1, y: 1 } };
    expect(placement.settle(bar, one, outside, { shape: 1, mark: 0 })).toMatchObject({ anchor: cellIndex("a3"), outside: undefined });
  });
});

describe("the bargain", () => {
  const plain = payment("RR");
  const cheap = payment("R", "discount");
  const one = choice("R2", [{ legal: at("a1", "c1"), touching: at("c1"), gains: [[2, 0, 2, 1, "3"]] }, {}]);
  one.payments = [cheap, plain];
  one.touching = [payment("R")];
  const held = { tile: "R2", shape: 0, mark: 0, anchor: 0 };

  test("is paid as the server says for this place", () => {
    expect(placement.payments(one, held)).toEqual([cheap, plain]);
    expect(placement.payments(one, { ...held, anchor: 2 })).toEqual(one.touching);
    expect(placement.payments(one, { ...held, anchor: 1 })).toEqual([]);
  });

  test("no ability is spent unasked", () => {
    expect(placement.sorted(placement.payments(one, held))[0]).toEqual(plain);
  });

  test("brings what the server says for this mark", () => {
    expect(placement.gainOf(one, { ...held, anchor: 2 })).toEqual({ points: 2, coats: 1, lines: "3" });
    expect(placement.gainOf(one, { ...held, anchor: 2, mark: 1 })).toEqual({ points: 0, coats: 0, lines: "" });
  });

  test("is written in the one spelling", () => {
    const move = placement.moveText(["build", "pay"], L3, { tile: "R3", shape: 2, mark: 1, anchor: cellIndex("b1") }, plain);
    expect(move).toBe("build R3 b1 b2 c2* pay RR");
    const draw = placement.moveText(["draw", "using"], bar, { tile: "R2", shape: 1, mark: -1, anchor: 0 }, payment("R+"));
    expect(draw).toBe("draw R2 a1 a2 using R+");
  });
});

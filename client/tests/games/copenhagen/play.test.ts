import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Play } from "../../../src/games/copenhagen/play.svelte";
import { cellIndex, maskOf } from "../../../src/lib/placement/cells";
import type { Components } from "../../../src/games/copenhagen/view";
import type { Choices, Message } from "../../../src/lib/net/protocol";
import { settings } from "../../../src/lib/device/settings.svelte";
import type { Table } from "../../../src/lib/table/table.svelte";
import { cardMove, told } from "../../moves";
import { L3, bar, choice, nothingOffered, payment } from "../../tiles";

const components = { game: "copenhagen", placing: ["build", "pay"], tiles: [bar, L3], uses: { "take 2 6": ["any"], "take 3 7": ["any"], "take 2 3 4": ["extra"] } } as unknown as Components;
const at = (...names: string[]) => maskOf(names.map(cellIndex));

/** A table whose server offers what a test wants, sensible or not. */
class Offering {
  seat = 0;
  held: string | null = null;
  myTurn = true;
  view = { hand: "RRY", seats: [{ abilities: {} }] };
  refusal: { code: string } | null = null;
  refuse: string[] = [];
  sent: Partial<Message>[] = [];
  choices: Choices = { ...nothingOffered };
  offer(...moves: string[]) {
    this.choices = { ...this.choices, ...told(cardMove, moves) };
  }
  send(message: Partial<Message>) {
    this.sent.push(message);
    const code = this.refuse.shift();
    this.refusal = code ? { code } : null;
    return Promise.resolve(!code);
  }
}

let table: Offering;
let play: Play;
beforeEach(() => {
  table = new Offering();
  play = new Play(table as unknown as Table, components);
});

afterEach(() => {
  settings.moves = "button";
});

describe("what is offered is exactly what the server lists", () => {
  test("docks", () => {
    table.offer("take 2 6", "take 4 5");
    expect(play.selectable).toEqual([2, 4, 5, 6]);
    play.pickDock(3);
    expect(play.docks).toEqual([]);
    play.pickDock(4);
    expect(play.selectable).toEqual([5]);
    play.pickDock(5);
    expect(play.take?.move).toBe("take 4 5");
    expect(table.sent).toEqual([]);
  });

  test("a take that spends an ability is asked, with a time of grace too", () => {
    settings.moves = "grace";
    table.offer("take 2 6");
    play.pickDock(2);
    play.pickDock(6);
    expect(table.sent).toEqual([]);
    expect(play.take?.move).toBe("take 2 6");
  });

  test("tiles and places, however strange", () => {
    table.choices.tiles = [choice("R2", [{ legal: at("c7") }, {}])];
    table.choices.tiles[0]!.payments = [payment("YY")];
    play.pickTile("R3");
    expect(play.held).toBeNull();
    play.pickTile("R2");
    play.tap({ x: 0, y: 0 });
    expect(play.placeMove).toBe("build R2 c7* d7 pay YY");
    play.put(cellIndex("a1"));
    expect(play.placeMove).toBeUndefined();
  });

  test("what is chosen is shown until its button is pressed", async () => {
    table.offer("coat refresh", "coat decline", "coat special c4");
    play.propose(cardMove("coat ability any"));
    expect(play.planned).toBeNull();
    play.tapSpecial({ x: 2, y: 3 });
    expect([play.planned?.move, play.plannedCell]).toEqual(["coat special c4", "c4"]);
    play.propose(cardMove("coat decline"));
    expect(play.busy).toBe(true);
    play.cancel();
    expect([play.planned, play.busy]).toEqual([null, false]);
    play.propose(cardMove("coat refresh"));
    expect(table.sent).toEqual([]);
    await play.playPlanned();
    expect(table.sent).toEqual([{ move: "coat refresh" }]);
    expect(play.planned).toBeNull();
  });

  test("with a time of grace a tap is enough, and can be undone for three seconds", async () => {
    settings.moves = "grace";
    vi.useFakeTimers();
    table.offer("take 4 5");
    for (const undone of [true, false]) {
      play.pickDock(4);
      play.pickDock(5);
      expect(play.due).not.toBeNull();
      await vi.advanceTimersByTimeAsync(2900);
      expect(table.sent).toEqual([]);
      if (undone) play.cancel();
      await vi.advanceTimersByTimeAsync(200);
      expect(table.sent).toEqual(undone ? [] : [{ move: "take 4 5" }]);
      expect([play.due, play.docks]).toEqual([null, []]);
    }
    vi.useRealTimers();
  });

  test("nothing is sent that is not on the list", async () => {
    table.offer("coat decline");
    await play.play(cardMove("coat refresh"));
    expect(table.sent).toEqual([]);
    await play.play(cardMove("coat decline"));
    expect(table.sent).toEqual([{ move: "coat decline" }]);
  });

  test("a plan is shown and never played", async () => {
    table.choices = { ...table.choices, plan: true, tiles: [choice("R2", [{ legal: at("a1") }, {}])], ...told(cardMove, ["take 1 2"]) };
    table.choices.tiles[0]!.payments = [payment("RR")];
    expect(play.moves).toEqual([]);
    play.pickTile("R2");
    play.tap({ x: 0, y: 0 });
    expect(play.reason).toBe("legal");
    await play.place();
    expect(table.sent).toEqual([]);
  });

  test("while a move is held nothing else is offered", () => {
    table.offer("take 1 2");
    table.held = "take 3 4";
    expect(play.selectable).toEqual([]);
  });
});

describe("both actions", () => {
  beforeEach(() => {
    table.offer("take 1 2");
    table.choices = { ...table.choices, then: { "take 1 2": ["after take"] } };
  });

  test("a take asks whether to build too", () => {
    settings.moves = "grace";
    play.pickDock(1);
    play.pickDock(2);
    expect(table.sent).toEqual([]);
    expect(play.due).toBeNull();
    expect(play.twofold(play.take!)).toBe(true);
  });

  test("it is the server that says what follows a take, whatever abilities there are", async () => {
    table.view.seats[0] = { abilities: { both: "active" } };
    table.choices = { ...table.choices, then: {} };
    expect(play.twofold(play.takes[0]!)).toBe(false);
    await play.takeCards(play.takes[0]!, true);
    expect(table.sent).toEqual([{ move: "take 1 2" }]);
  });

  test("just taking ends the turn in the same breath", async () => {
    await play.takeCards(play.takes[0]!, true);
    expect(table.sent).toEqual([{ moves: ["take 1 2", "end"] }]);
  });

  test("with too many cards the turn ends after laying down", async () => {
    table.choices = { ...table.choices, then: { "take 1 2": ["discard", "after take"] } };
    await play.takeCards(play.takes[0]!, true);
    discarding();
    await play.discardCards();
    // Nothing is tried that would be refused.
    expect(table.sent).toEqual([{ move: "take 1 2" }, { moves: ["discard Y", "end"] }]);
  });

  test("who wanted to build is asked again after laying down", async () => {
    table.choices = { ...table.choices, then: { "take 1 2": ["discard", "after take"] } };
    await play.takeCards(play.takes[0]!, false);
    discarding();
    await play.discardCards();
    expect(table.sent.at(-1)).toEqual({ move: "discard Y" });
  });

  function discarding(): void {
    table.choices = { ...table.choices, phase: "discard", ...told(cardMove, ["discard R", "discard Y"]), then: { "discard R": ["after take"], "discard Y": ["after take"] } };
    play.pickDiscard(2);
  }
});

describe("laying down", () => {
  beforeEach(() => {
    table.offer("discard RR", "discard RY");
  });

  test("as many as are too many, the last ones picked", () => {
    expect(play.excess).toBe(2);
    play.pickDiscard(0);
    expect(play.discard).toBeUndefined();
    play.pickDiscard(1);
    expect(play.discard?.move).toBe("discard RR");
    play.pickDiscard(2);
    expect(play.leaving).toEqual([1, 2]);
    expect(play.discard?.move).toBe("discard RY");
  });
});

test("the cards to be paid are found in the hand", () => {
  table.choices.tiles = [choice("R2", [{ legal: at("a1") }, {}])];
  table.choices.tiles[0]!.payments = [payment("RY", "recolour")];
  play.pickTile("R2");
  play.tap({ x: 0, y: 0 });
  expect(play.paying).toEqual([0, 2]);
});

test("a refused build leaves the piece where it was", async () => {
  table.choices.tiles = [choice("R2", [{ legal: at("a1") }, {}])];
  table.choices.tiles[0]!.payments = [payment("RR")];
  play.pickTile("R2");
  play.tap({ x: 0, y: 0 });
  table.refuse = ["price"];
  await play.place();
  expect(play.held?.anchor).toBe(0);
});

describe("ideas", () => {
  const idea = (move: string) => ({ ...cardMove(move), share: 0.5, effects: [], reasons: [] });
  beforeEach(() => {
    table.offer("take 1 2", "take 2 3", "take 4 5");
    table.choices.tiles = [choice("R2", [{ legal: at("c1", "d1") }, {}])];
    table.choices.tiles[0]!.payments = [payment("RR")];
    Object.assign(table, { info: { hints: true }, lines: [], ask: () => Promise.resolve([idea("build R2 d1* e1 pay RR"), idea("take 2 3")]) });
  });

  test("are laid out one after the other, and played as they lie", async () => {
    expect(play.canAsk).toBe(true);
    await play.ask();
    expect([play.canAsk, play.held?.tile, play.placeMove]).toEqual([false, "R2", play.idea?.move]);
    play.nextIdea();
    expect([play.held, play.docks]).toEqual([null, [2, 3]]);
    play.nextIdea();
    await play.place();
    expect(table.sent).toEqual([{ move: "build R2 d1* e1 pay RR" }]);
  });

  test("are not told while another piece is in the hand, and go when they are put back", async () => {
    await play.ask();
    expect(play.toldIdea?.move).toBe("build R2 d1* e1 pay RR");
    play.put(cellIndex("c1"));
    expect(play.toldIdea).toBeUndefined();
    play.cancel();
    expect([play.idea, play.busy, play.canAsk, table.sent]).toEqual([undefined, false, true, []]);
  });

  test("are not to be had where nobody agreed to them", () => {
    Object.assign(table, { info: { hints: false } });
    expect(play.canAsk).toBe(false);
  });
});

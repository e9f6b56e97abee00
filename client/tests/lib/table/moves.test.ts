import { expect, test } from "vitest";
import { listedMoves, ofKind } from "../../../src/lib/table/moves";
import { cardMove, told } from "../../moves";

test("moves are told apart by their kinds", () => {
  const moves = ["take 1 2", "coat decline", "take 2 3"].map(cardMove);
  expect(ofKind(moves, "take").map(({ fields }) => fields.docks)).toEqual([[1, 2], [2, 3]]);
  expect(ofKind(moves, "end")).toEqual([]);
  expect(listedMoves(told(cardMove, ["take 1 2", "end"]))).toEqual([cardMove("take 1 2"), cardMove("end")]);
});

// svelte-check fails if one of these lines is no error.
test("the text of a move is sent and shown, and not taken apart", () => {
  const { move } = cardMove("take 1 2");
  const shown: string = move;
  expect(shown).toBe("take 1 2");
  // @ts-expect-error its fields tell the docks
  expect(move.split(" ")).toHaveLength(3);
  // @ts-expect-error its fields tell the kind
  expect(move.startsWith("take")).toBe(true);
  // @ts-expect-error nor through a list
  expect([move].map((one) => one.slice(5))).toEqual(["1 2"]);
  // @ts-expect-error nor by a pattern
  expect(move.match(/\d/g)).toHaveLength(2);
  // @ts-expect-error a text that somebody made up was not offered
  expect(ofKind([{ ...cardMove("end"), move: "end" }], "end")).toHaveLength(1);
});

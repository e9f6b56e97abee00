import { expect, test } from "vitest";
import { duration } from "../../../src/lib/table/statistics";

test("times are told as a clock does", () => {
  expect([0, 5_400, 65_000, 3_605_000].map(duration)).toEqual(["0:00", "0:05", "1:05", "1:00:05"]);
});

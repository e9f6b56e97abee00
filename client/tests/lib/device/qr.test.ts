import { expect, test } from "vitest";
import { qr } from "../../../src/lib/device/qr";

test("finders, timing and the dark module are where readers look for them", () => {
  const code = qr("https://example.org/nyhavn/#/t/abcdefgh")!;
  const size = code.length;
  expect(size).toBe(29);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    expect(code[y]![x]).toBe(1);
    expect(code[y]!.slice(x - 3, x + 4).join("")).toBe("1011101");
  }
  expect(code[6]!.slice(8, size - 8).every((one, at) => one === (at % 2 ? 0 : 1))).toBe(true);
  expect(code[size - 8]![8]).toBe(1);
});

test("a text that is too long has no code", () => {
  expect(qr("x".repeat(106))).not.toBeNull();
  expect(qr("x".repeat(107))).toBeNull();
});

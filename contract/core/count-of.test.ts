import { expect, test } from "vitest";
import { countOf } from "./count-of.ts";

test.each([
  [0, "interview", "0 interviews"],
  [1, "interview", "1 interview"],
  [2, "founding place", "2 founding places"],
])("%i of %s is %s", (count, noun, text) => {
  expect(countOf(count, noun)).toBe(text);
});

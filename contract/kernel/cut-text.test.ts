import { expect, it } from "vitest";
import { cutText } from "./cut-text.ts";

it.each([
  ["a short text", 20, "a short text"],
  ["a longer text", 8, "a longer"],
  ["ab😀", 3, "ab"],
  ["ab😀", 4, "ab😀"],
  ["😀😀", 1, ""],
  ["", 5, ""],
])("cuts %j to %i units", (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

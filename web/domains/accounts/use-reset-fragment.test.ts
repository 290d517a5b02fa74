import { expect, test } from "vitest";
import { resetCodeOf } from "./use-reset-fragment.ts";

test.each([
  ["#reset=012345", "012345"],
  ["#reset=012345&email=a%40b.c", "012345"],
  ["#reset=12345", null],
  ["#reset=<script>", null],
  ["#how-it-works", null],
  ["", null],
])("%j carries %j", (hash, code) => {
  expect(resetCodeOf(hash)).toBe(code);
});

import { expect, test } from "vitest";
import { resetCodeFromHash } from "./use-reset-code.ts";

test.each([
  ["#reset=012345", "012345"],
  ["#reset=012345&email=a%40b.c", "012345"],
  ["#reset=12345", null],
  ["#reset=<script>", null],
  ["#how-it-works", null],
  ["", null],
])("%j contains %j", (hash, code) => {
  expect(resetCodeFromHash(hash)).toBe(code);
});

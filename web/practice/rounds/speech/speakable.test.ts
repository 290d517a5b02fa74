import { expect, test } from "vitest";
import { speakable } from "./speakable.ts";

test.each([
  ["Write `mean_ndcg(people, k)`.", "Write mean ndcg(people, k)."],
  ["One.\n\nTwo **bold** words.", "One. Two bold words."],
  ["Look:\n```python\nx = 1\n```\nWhy?", "Look: Why?"],
])("%j is read as %j", (text, said) => {
  expect(speakable(text)).toBe(said);
});

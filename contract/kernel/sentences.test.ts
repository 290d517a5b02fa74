import { expect, it } from "vitest";
import { asSentence, countOf } from "./sentences.ts";

it.each([
  ["refused by the bank", "Refused by the bank."],
  ["Try another operation.", "Try another operation."],
  ["Try another operation..", "Try another operation."],
  ["  why?  ", "Why?"],
  ["and so on…", "And so on…"],
  ["He said “stop.”", "He said “stop.”"],
  ["“Fine”", "“Fine”."],
  ["", ""],
])("%j becomes %j", (text, sentence) => {
  expect(asSentence(text)).toBe(sentence);
});

it.each([
  [0, "interview", "0 interviews"],
  [1, "interview", "1 interview"],
  [2, "founding place", "2 founding places"],
])("writes a count with its noun: %i, %s", (count, noun, text) => {
  expect(countOf(count, noun)).toBe(text);
});

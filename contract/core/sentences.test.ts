import { expect, it } from "vitest";
import { asSentence } from "./sentences.ts";

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

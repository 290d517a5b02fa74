import { expect, it } from "vitest";
import { replaceMissing } from "./missing-letters.ts";

/** As our fonts: Latin with accents, Greek, Cyrillic, Devanagari, punctuation and arrows. */
const has = (codePoint: number) =>
  codePoint === 0x200d ||
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\u0020-\u007e\u00a0-\u00bf\u2010-\u2040→]/u.test(
    String.fromCodePoint(codePoint),
  );

it.each([
  ["You said: “split by time → test”, क्‍ष, naïve", "You said: “split by time → test”, क्‍ष, naïve"],
  ["He said السلام عليكم twice", "He said [Arabic text] twice"],
  ["日本語、テスト。", "[Chinese or Japanese text]"],
  ["중앙값 of 5", "[Korean text] of 5"],
  ["நன்றி!", "[Tamil text]!"],
  ["你好 مرحبا", "[Chinese or Japanese text] [Arabic text]"],
  ["Great 🎉🎉 work 👩‍💻", "Great [emoji] work [emoji]"],
  ["∰ x", "[sign] x"],
  ["ሰላም", "[text in another script]"],
  ["def f():\n\treturn '字'\n", "def f():\n\treturn '[Chinese or Japanese text]'\n"],
  ["", ""],
])("prints %j as %j", (text, printed) => {
  expect(replaceMissing(text, has)).toEqual({ text: printed, isReplaced: printed !== text });
});

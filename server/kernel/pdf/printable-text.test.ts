import { expect, it } from "vitest";
import { printableText } from "./printable-text.ts";

it.each([
  ["Great work 🎉!", "Great work!"],
  ["🚀 Ship it", "Ship it"],
  ["a 👩‍💻👍🏽 b", "a b"],
  ["Line one 🙂\n🙂 line two", "Line one\nline two"],
  ["Step 1️⃣ first", "Step 1 first"],
  ["from 🇮🇳 with love ❤️", "from with love"],
  ["Greenroom™ © 2026, क्‍ष stays", "Greenroom™ © 2026, क्‍ष stays"],
  ["🎉🎉", ""],
])("prints %j as %j", (text, printed) => {
  expect(printableText(text)).toBe(printed);
});

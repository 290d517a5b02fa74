import { expect, it } from "vitest";
import { withSign } from "./with-sign.ts";

it.each([
  ["❌", "This slot is taken.", "❌ This slot is taken."],
  ["✅", "Saved.", "✅ Saved."],
  ["❌", "❌ This slot is taken.", "❌ This slot is taken."],
  ["❌", "⚠️ Network error.", "⚠️ Network error."],
  ["✅", "✅ Saved.", "✅ Saved."],
] as const)("%s before %s", (sign, message, shown) => {
  expect(withSign(sign, message)).toBe(shown);
});

import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { seal, unseal } from "./seal.ts";

const key = randomBytes(32);
const context = "user:1";

describe("a sealed text", () => {
  it.each(["", "JBSWY3DPEHPK3PXP", "नमस्ते"])("%j is opened with its key and context", (text) => {
    expect(unseal(key, seal(key, text, context), context)).toBe(text);
  });

  it("differs each time and does not contain the text", () => {
    const [one, other] = [seal(key, "secret", context), seal(key, "secret", context)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes("secret")).toBe(false);
  });

  it.each([
    ["another key", (sealed: Buffer) => unseal(randomBytes(32), sealed, context)],
    ["another record", (sealed: Buffer) => unseal(key, sealed, "user:2")],
    [
      "a changed bit",
      (sealed: Buffer) => {
        sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
        return unseal(key, sealed, context);
      },
    ],
    ["its end cut off", (sealed: Buffer) => unseal(key, sealed.subarray(0, 20), context)],
  ])("is not opened with %s", (_, open) => {
    expect(() => open(seal(key, "secret", context))).toThrow();
  });
});

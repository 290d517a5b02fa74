import { expect, it } from "vitest";
import { isTypedConfirmation, reasonSchema } from "./actions.ts";

it.each([
  ["CANCEL 2", "CANCEL 2", true],
  ["CANCEL 2", " cancel 2 ", true],
  ["CANCEL 2", "CANCEL 3", false],
  ["Basic", "basic", true],
  ["Basic", "Pro", false],
  ["149.80", "₹149.8", true],
  ["1499.00", "1,499", true],
  ["149.80", "149.81", false],
  ["149.80", "", false],
])("asks for %s, and %j is %s", (wanted, typed, isAccepted) => {
  expect(isTypedConfirmation(wanted, typed)).toBe(isAccepted);
});

it.each(["", "   ", "\u200b\u200b\u200b\u200b", " \u2060\u00ad \u2800\u3164 "])(
  "takes %j for no reason",
  (reason) => {
    expect(reasonSchema.safeParse(reason).error?.issues[0]?.message).toBe("Enter a reason.");
  },
);

it.each(["Asked\u0000 by email", "Asked\ud800 by email", "Asked\u0007 by email"])(
  "takes no character that cannot be stored or read: %j",
  (reason) => {
    expect(reasonSchema.safeParse(reason).error?.issues[0]?.message).toBe(
      "The reason has a character that cannot be used.",
    );
  },
);

it("takes a reason of several lines", () => {
  expect(reasonSchema.safeParse("Asked by email.\nTwice.").success).toBe(true);
});

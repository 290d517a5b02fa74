import { newPasswordSchema } from "@greenroom/contract/people/accounts.ts";
import { describe, expect, test } from "vitest";
import { passwordRequirements } from "./messages.ts";

describe("password requirements", () => {
  test.each([
    "",
    "short1!",
    "eight88!",
    "long enough but bare",
    "long enough with 1",
    "long enough with !",
    "long enough with 1 and ?",
    "long enough with 1 and ^",
    "  spaces 1 !  ",
  ])("the parts shown for %j agree with the contract", (password) => {
    const shown = passwordRequirements.every((part) => part.isMet(password));
    expect(shown).toBe(newPasswordSchema.safeParse(password).success);
  });
});

import { newPasswordSchema } from "@greenroom/contract/people/accounts.ts";
import { describe, expect, test } from "vitest";
import { passwordRequirements } from "./messages.ts";
import { resetCodeFromHash } from "./sign-in-links.ts";

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

describe("use reset code", () => {
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
});

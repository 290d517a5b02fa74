import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { isEasyToGuess } from "./password-strength.ts";

const common = dictionary["passwords-common"] as string[];
const fitsTheRule = (password: string) =>
  password.length >= 8 && /\d/.test(password) && /[^A-Za-z0-9]/.test(password);

describe("a password that many people have", () => {
  it("is refused: those of the list that have a digit and a special character", () => {
    const fitting = common.filter(fitsTheRule);
    expect(fitting.length).toBeGreaterThan(10);
    expect(fitting.filter((password) => !isEasyToGuess(password, []))).toEqual([]);
  });

  it("is refused: the 200 most common words with what people add to fit the rule", () => {
    const words = common.filter((word) => /^[a-z]{5,}$/.test(word)).slice(0, 200);
    const passwords = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}@123`);
    expect(passwords.filter((password) => !isEasyToGuess(password, []))).toEqual([]);
  });
});

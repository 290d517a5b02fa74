import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { findWeakness } from "./password-strength.ts";

const isEasyToGuess = (password: string, personal: string[]) => findWeakness(password, personal) !== null;

describe("password strength", () => {
  const meera = ["meera.krishnan92@example.com", "Meera", "Krishnan"];

  describe("a new password", () => {
    it.each([
      // Known worldwide.
      ...["p@ssw0rd", "Password1!", "Passw0rd123!", "1qaz@WSX", "Qwerty123!", "12345678!", "iloveyou@2024"],
      ...["Welcome@123", "Abcd@1234", "Test@1234", "Asdf@1234", "Changeme@1", "P@ssw0rd2026", "aaaaaaaa1!"],
      // Known in India.
      ...["Admin@123", "India@123", "Krishna@123", "Jaishriram@108", "Mumbai@2024", "Virat@18", "Sachin@10"],
      ...["Dhoni@007", "Bharat@1947", "Priya@1998", "Sharma@123", "Ganesh#2025", "Radhe@1234", "9876543210@"],
      ...["Rahul@12345", "Hyderabad@1", "Bahubali@2", "Chennai$2023", "Jaihind@47", "1nd1@2024!"],
      // A word, a sign and a number.
      ...[
        "Sunrise#2026",
        "Kettle#2026",
        "Dragon#99",
        "Monday@123",
        "Summer2026!",
        "Hello@World1",
        "#2026Sunrise",
      ],
      // This product, and the user's own names and address.
      ...["Greenroom@123", "Greenroom#2026", "Gr33nroom@1", "Meera@1992", "Krishnan#92", "MeeraKrishnan1!"],
      ...["meera.krishnan92!", "Meera#Krishnan1"],
    ])("%s is too easy", (password) => {
      expect(isEasyToGuess(password, meera)).toBe(true);
    });

    it.each([
      ...["brave-Otter-77!", "quiet-Heron-41!", "blue-Kettle-59!", "Kolkata#Monsoon9", "T4#mango-lamp"],
      ...[
        "x9!kTr2$vm",
        "x9!kTr2$",
        "kT7!pq2z",
        "vR&8mQzw",
        "correct horse battery 1!",
        "7 wet socks & 1 dry",
      ],
      ...["नमस्ते-दुनिया-42!", `Tall-giraffe-8!${"x".repeat(85)}`],
    ])("%s is fine", (password) => {
      expect(isEasyToGuess(password, meera)).toBe(false);
    });

    it.each([
      ["Krishnan#92", "it contains your name or email"],
      ["Sunrise#2026", "it is built on a common word or name"],
      ["1qaz2wsx!", "it is built on a common word or name"],
      ["kjhgfd!1", "it follows keys that are side by side"],
      ["aaaaaaaa1!", "it repeats itself"],
      ["x9!kTr2", "it is short"],
      ["x9!kTr2$vm", null],
    ])("%s: the reason is %s", (password, weakness) => {
      expect(findWeakness(password, meera)).toBe(weakness);
    });

    it("is checked against the user's own names, which do not matter for others", () => {
      expect(isEasyToGuess("Zyskowska#77", [])).toBe(false);
      expect(isEasyToGuess("Zyskowska#77", ["zyskowska@example.com"])).toBe(true);
    });

    it("is checked by its first 24 characters, so that a long one takes no longer than a short one", () => {
      expect(isEasyToGuess(`${"ab".repeat(12)}kT7!pq2z#vR&8mQzw`, [])).toBe(true);
      expect(isEasyToGuess(`kT7!pq2z${"ab".repeat(120)}`, [])).toBe(false);
    });
  });
});

describe("common passwords", () => {
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
});

import { describe, expect, it } from "vitest";
import { nameInSubject, optionalName, requiredName } from "./names.ts";

const name = requiredName("Name");
const problem = (value: string) => name.safeParse(value).error?.issues[0]?.message ?? null;
const long = "Name can be at most 60 characters long.";
const address = "Name cannot contain an address.";
const unusable = "Name has a character that cannot be used.";
const noLetter = "Name needs at least one letter.";

describe("a name", () => {
  it.each([
    "Dr. S. Iyer",
    "O'Neil",
    "O’Neil",
    "Anne-Marie",
    "नेहा शर्मा",
    "श्री राम",
    "क्‍षिति",
    "മോഹന്‍ ലാൽ",
    "தமிழ்ச்செல்வன்",
    "محمد علی",
    "José Núñez",
    "Nguyễn Thị Ánh",
    "李小龍",
    "Smith, Jr.",
    "M. (Meera) Rao",
    "Kumar 2",
    "x".repeat(60),
  ])("can be %s", (value) => {
    expect([problem(value), name.parse(value)]).toEqual([null, value]);
  });

  it.each([
    ["S.K.Sharma", "S. K. Sharma"],
    ["Dr.Rao", "Dr. Rao"],
    ["Md.Ali", "Md. Ali"],
    ["एस.के. शर्मा", "एस. के. शर्मा"],
    [" Meera ", "Meera"],
  ])("%s becomes %s", (value, stored) => {
    expect(name.parse(value)).toBe(stored);
  });

  it.each([
    ["https://evil.example", address],
    ["evil.com", address],
    ["Win at PAYPAL.COM", address],
    ["Win at Paypal.Com", address],
    ["www.evil", address],
    ["evil.co.in now", address],
    ["bit.ly", address],
    ["x.co", address],
    ["evil．com", address],
    ["evil。com", address],
    ["उदाहरणम.भारत.com", address],
    ["a/b", address],
    ["a／b", address],
    ["C:\\temp", address],
    ["meera@mail", address],
    ["Re: your account", address],
    ["Me\u200bera", unusable],
    ["Me\u200dera", unusable],
    ["नेहा\u200d\u200d शर्मा", unusable],
    ["\u200dनेहा", unusable],
    ["Me\u00adera", unusable],
    ["Meera\u2060", unusable],
    ["Meera\u202e", unusable],
    ["Meera\ufe0f", unusable],
    ["\u3164", "Name is required."],
    ["\u2800", "Name is required."],
    ["Meera\u2028Iyer", unusable],
    ["12345", noLetter],
    ["- . -", noLetter],
    ["😀", noLetter],
    ["x".repeat(61), long],
    ["  ", "Name is required."],
  ])("cannot be %j", (value, message) => {
    expect(problem(value)).toBe(message);
  });

  it("may be blank where it is optional", () => {
    expect(optionalName("Last name").parse(" ")).toBe("");
    expect(optionalName("Last name").safeParse("evil.com").success).toBe(false);
  });
});

it.each([
  ["Meera Iyer", "Meera Iyer"],
  ["Dr. S. Iyer", "Dr. S. Iyer"],
  ["https://evil.com/x you@won", "https evil. com x you won"],
  [`${"Maria ".repeat(10)}Lopez`, "Maria Maria Maria Maria Maria Maria Mar…"],
])("a subject names %s as %s", (value, shown) => {
  expect(nameInSubject(value)).toBe(shown);
});

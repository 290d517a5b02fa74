import { describe, expect, it } from "vitest";
import { nameInSubject, optionalName, requiredName } from "./names.ts";
import {
  asSentence,
  cleanCouponCode,
  cleanDigits,
  cleanEmail,
  cleanLine,
  cleanPhoneNumber,
  cleanText,
  countOf,
  cutText,
} from "./plain-text.ts";
import { codeText, optionalLine, optionalText, requiredLine, requiredText } from "./text.ts";

describe("text", () => {
  const options = { label: "The title", max: 80 };
  const refused = "The title has a character that cannot be used.";
  const problemOf = (schema: ReturnType<typeof requiredLine>, value: string) =>
    schema.safeParse(value).error?.issues[0]?.message ?? null;

  const lines = [
    ["requiredLine", requiredLine(options)],
    ["optionalLine", optionalLine(options)],
  ] as const;
  const texts = [
    ["requiredText", requiredText(options)],
    ["optionalText", optionalText(options)],
  ] as const;
  const all = [...lines, ...texts, ["codeText", codeText(options)] as const];

  describe.each(all)("%s", (_name, schema) => {
    it.each([
      ["NUL", "a\0b"],
      ["the first half of a character", "a\ud800b"],
      ["the second half of a character", "a\udc00b"],
      ["two halves in the wrong order", "a\ude00\ud83db"],
      ["half a character at the end", "ab\ud83d"],
      ["two halves around a line break", "a\ud83d\n\ude00b"],
    ])("refuses %s", (_what, value) => {
      expect(problemOf(schema, value)).toBe(refused);
    });

    it.each(["Asha 😀", "नमस्ते", "שלום", "👩‍💻"])("accepts %s", (value) => {
      expect(schema.parse(value)).toBe(value);
    });
  });

  describe.each(texts)("%s", (_name, schema) => {
    it("accepts tabs and line breaks", () => {
      expect(schema.parse("a\tb\r\nc")).toBe("a\tb\r\nc");
    });
  });

  const bidiControls = [..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"].map(
    (character) => [character.charCodeAt(0).toString(16), character] as const,
  );
  describe.each(bidiControls)("the bidi control U+%s", (_code, character) => {
    it.each(lines)("is refused by %s", (_name, schema) => {
      expect(problemOf(schema, `a${character}b`)).toBe(refused);
    });
    it.each(texts)("is accepted by %s", (_name, schema) => {
      expect(problemOf(schema, `a${character}b`)).toBeNull();
    });
  });

  describe("text of invisible characters only", () => {
    it.each([" \u200b", "\u2060\u200d\ufeff", "\u2800", "\u3164"])("counts as empty: %j", (value) => {
      const options = { label: "A reason", max: 100 };
      expect(optionalText(options).parse(value)).toBe("");
      expect(requiredText(options).safeParse(value).error?.issues[0]?.message).toBe("A reason is required.");
    });

    it("stays beside visible ones, which need joiners in some languages", () => {
      expect(requiredText({ label: "A reason", max: 100 }).parse(" क्\u200dष ")).toBe("क्\u200dष");
    });
  });
});

describe("names", () => {
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
      "Insta Ray",
      "<b>Rao",
      "Dot Ng",
      "Ig. Nath",
      "Three Rivers-Smith 3rd",
      "Kumar 2",
      "x".repeat(60),
    ])("can be %s", (value) => {
      expect([problem(value), name.parse(value)]).toEqual([null, value]);
    });

    it.each([
      ["S.K.Sharma", "S. K. Sharma"],
      ["P.K.De", "P. K. De"],
      ["Dr.S.De", "Dr. S. De"],
      ["Dr.Rao", "Dr. Rao"],
      ["Senthil.K", "Senthil. K"],
      ["k.l. rahul", "k. l. rahul"],
      ["deepak.kumar", "deepak. kumar"],
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
      ["evil\u2215com", address],
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
});

describe("clean text", () => {
  const options = { label: "The text", max: 40_000 };
  const text = requiredText(options);
  const line = optionalLine(options);
  const everyCharacter = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));

  it("keeps what was typed", () => {
    const typed = "Asha 😀\tनमस्ते\nשלום 👩‍💻";
    expect(cleanText(typed)).toBe(typed);
    expect(cleanLine("Asha 😀 नमस्ते שלום 👩‍💻")).toBe("Asha 😀 नमस्ते שלום 👩‍💻");
  });

  it("leaves nothing that a text of several lines, or a line, refuses", () => {
    const refused: string[] = [];
    for (const character of everyCharacter) {
      const isAccepted =
        text.safeParse(cleanText(`a${character}b`)).success &&
        line.safeParse(cleanLine(`a${character}b`)).success;
      if (!isAccepted) refused.push(character);
    }
    expect(refused).toEqual([]);
  });

  it.each([
    ["\u200basha@example.com\u2060", "asha@example.com"],
    ["Asha Rao <asha@example.com>", "asha@example.com"],
    ["mailto:asha@example.com", "asha@example.com"],
    ['"asha@example.com".', "asha@example.com"],
    ["(asha @ example.com)", "asha@example.com"],
    ["o'neil+jobs@example.co.in", "o'neil+jobs@example.co.in"],
    ["not an address", "not an address"],
  ])("reads the address in %j", (pasted, address) => {
    expect(cleanEmail(pasted)).toBe(address);
  });

  it.each([
    ["\u202a+91 98765 43210\u202c", "+91 98765 43210"],
    ["+91.98765.43210", "+91 98765 43210"],
    ["+91 98765 43210;", "+91 98765 43210"],
    ["tel:+91-98765-43210", "+91-98765-43210"],
    ["[+91] 98765\u00a043210", "+91 98765 43210"],
    ["+91\u201198765\u201143210", "+91-98765-43210"],
    ["９８７６５４３２１０", "9876543210"],
    ["+९१ ९८७६५ ४३२१०", "+91 98765 43210"],
    ["+௯௧ ௯௮௭௬௫ ௪௩௨௧௦", "+91 98765 43210"],
  ])("reads the phone number in %j", (pasted, phoneNumber) => {
    expect(cleanPhoneNumber(pasted)).toBe(phoneNumber);
  });

  it("reads a code or a coupon with what was around it", () => {
    for (const pasted of ["123 456", "123-456", "\u200e123456.", "[123456]", "１２３４５６", "১২৩৪৫৬"])
      expect(cleanDigits(pasted)).toBe("123456");
    for (const pasted of ["\u200bDIWALI-25", "“DIWALI‑25”.", "(DIWALI-25)", "DIWALI-25 "])
      expect(cleanCouponCode(pasted)).toBe("DIWALI-25");
  });
});

describe("cut text", () => {
  it.each([
    ["a short text", 20, "a short text"],
    ["a longer text", 8, "a longer"],
    ["ab😀", 3, "ab"],
    ["ab😀", 4, "ab😀"],
    ["😀😀", 1, ""],
    ["", 5, ""],
  ])("cuts %j to %i units", (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });
});

describe("sentences", () => {
  it.each([
    ["refused by the bank", "Refused by the bank."],
    ["Try another operation.", "Try another operation."],
    ["Try another operation..", "Try another operation."],
    ["  why?  ", "Why?"],
    ["and so on…", "And so on…"],
    ["He said “stop.”", "He said “stop.”"],
    ["“Fine”", "“Fine”."],
    ["", ""],
  ])("%j becomes %j", (text, sentence) => {
    expect(asSentence(text)).toBe(sentence);
  });

  it.each([
    [0, "interview", "0 interviews"],
    [1, "interview", "1 interview"],
    [2, "founding place", "2 founding places"],
  ])("writes a count with its noun: %i, %s", (count, noun, text) => {
    expect(countOf(count, noun)).toBe(text);
  });
});

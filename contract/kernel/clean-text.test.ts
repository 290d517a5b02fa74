import { expect, it } from "vitest";
import {
  cleanCouponCode,
  cleanDigits,
  cleanEmail,
  cleanLine,
  cleanPhoneNumber,
  cleanText,
} from "./clean-text.ts";
import { optionalLine, requiredText } from "./text.ts";

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
  ["tel:+91-98765-43210", "+91-98765-43210"],
  ["[+91] 98765\u00a043210", "+91 98765 43210"],
  ["+91\u201198765\u201143210", "+91-98765-43210"],
  ["９８７６５４３２１０", "9876543210"],
])("reads the phone number in %j", (pasted, phoneNumber) => {
  expect(cleanPhoneNumber(pasted)).toBe(phoneNumber);
});

it("reads a code or a coupon with what was around it", () => {
  for (const pasted of ["123 456", "123-456", "\u200e123456.", "[123456]", "１２３４５６"])
    expect(cleanDigits(pasted)).toBe("123456");
  for (const pasted of ["\u200bDIWALI-25", "“DIWALI‑25”.", "(DIWALI-25)", "DIWALI-25 "])
    expect(cleanCouponCode(pasted)).toBe("DIWALI-25");
});

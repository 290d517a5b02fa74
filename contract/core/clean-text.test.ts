import { expect, it } from "vitest";
import { cleanLine, cleanText } from "./clean-text.ts";
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

import { expect, it } from "vitest";
import { noteLines } from "./note-lines.ts";

it.each([
  ["", []],
  ["One plan. No metric!", ["One plan.", "No metric!"]],
  ["- Knows SQL\n\n2. Loses 0.5 points, e.g. on p.\n---", ["Knows SQL", "Loses 0.5 points, e.g. on p."]],
  ["पहले योजना। फिर कोड।", ["पहले योजना।", "फिर कोड।"]],
])("%j has the lines %j", (notes, lines) => {
  expect(noteLines(notes)).toEqual(lines);
});

it("long notes end in one line with the rest of them", () => {
  const lines = noteLines(Array.from({ length: 80 }, (_, index) => `Line ${index}`).join("\n"));
  expect(lines).toHaveLength(60);
  expect(lines.at(-1)).toMatch(/^Line 59 Line 60 .* Line 79$/);
});

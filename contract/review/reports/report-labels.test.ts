import { expect, it } from "vitest";
import { codeLines } from "./report-labels.ts";

it.each([
  ["with its lines", "if x:\n    y()", "if x:\n    y()"],
  ["in one line if it has no others", undefined, "if x: y()"],
  ["with one blank line instead of many", `if x:${"\n".repeat(1_900)}    y()`, "if x:\n\n    y()"],
  ["in one line if it has too many lines", `if x:${"\n#".repeat(41)}`, "if x: y()"],
])("shows a quote of code %s", (_, lines, shown) => {
  expect(codeLines({ quote: "if x: y()", lines })).toBe(shown);
});

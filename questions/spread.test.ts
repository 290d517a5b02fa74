import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { loadQuestions } from "./load.ts";
import { placeSpread } from "./spread.ts";

it("docs/questions.md shows the current numbers of the bank (npm run questions:spread)", async () => {
  const document = await readFile(path.join(import.meta.dirname, "../docs/questions.md"), "utf8");
  expect(document).toBe(placeSpread(document, await loadQuestions()));
});

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { loadQuestions } from "../../questions/load.ts";
import { placeSpread } from "../../questions/spread.ts";

/* `npm run questions:spread` writes the tables of docs/questions.md: how many questions there are by topic, level and
   role. A test fails while they are out of date. */
const file = path.join(import.meta.dirname, "../../docs/questions.md");
await writeFile(file, placeSpread(await readFile(file, "utf8"), await loadQuestions()));

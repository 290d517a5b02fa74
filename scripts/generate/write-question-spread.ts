import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { writeLevelTable } from "../../questions/level-table.ts";
import { loadQuestions } from "../../questions/load.ts";
import { placeSpread } from "../../questions/spread.ts";

/* `npm run questions:spread` writes the tables of docs/questions.md: how many questions there are by topic, level and
   role; and docs/question-levels.md: what each question needs. Tests fail while they are out of date. */
const docs = path.join(import.meta.dirname, "../../docs");
const questions = await loadQuestions();
const file = path.join(docs, "questions.md");
await writeFile(file, placeSpread(await readFile(file, "utf8"), questions));
await writeFile(path.join(docs, "question-levels.md"), writeLevelTable(questions));

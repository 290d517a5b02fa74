import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadQuestions } from "@greenroom/questions/load.ts";
import type { Question } from "@greenroom/questions/schema.ts";

export interface QuestionBank {
  all: readonly Question[];
  find(id: string): Question | undefined;
  /** The question with exactly this title, but for case, spaces and a mark at its end. */
  findByTitle(title: string): Question | undefined;
}

let opened: Promise<QuestionBank> | undefined;

/** The question bank, read and checked once per process. Rejects if one of its files is invalid. */
export function openQuestionBank(): Promise<QuestionBank> {
  opened ??= readBank();
  return opened;
}

async function readBank(): Promise<QuestionBank> {
  // In the build the bank is beside the bundle's chunks. In the sources it finds its own folder.
  const built = fileURLToPath(new URL("./questions/", import.meta.url));
  const all = existsSync(built) ? await loadQuestions(built) : await loadQuestions();
  const byId = new Map(all.map((question) => [question.id, question]));
  const byTitle = new Map(all.map((question) => [normalTitle(question.title), question]));
  return {
    all,
    find: (id) => byId.get(id),
    findByTitle: (title) =>
      title.length <= comparedCharacters ? byTitle.get(normalTitle(title)) : undefined,
  };
}

/** A longer text is no title, and comparing it could take long. The bank's titles have at most 80 characters. */
const comparedCharacters = 200;

function normalTitle(title: string): string {
  return title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/ ?[.?!:]+$/, "");
}

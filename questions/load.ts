import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseQuestion } from "./parse-question.ts";
import { type Question, TOPICS } from "./schema.ts";

const HERE = import.meta.dirname;

/** Every question of the bank, checked, by topic and id. A file that is not a good question is an error. */
export async function loadQuestions(folder = HERE): Promise<Question[]> {
  const perTopic = await Promise.all(TOPICS.map((topic) => loadTopic(folder, topic)));
  const questions = perTopic.flat();
  const ids = new Set<string>();
  for (const { id, topic } of questions) {
    if (ids.has(id))
      throw new Error(`questions/${topic}/${id}.md: another topic has a question of this name`);
    ids.add(id);
  }
  return questions;
}

async function loadTopic(folder: string, topic: string): Promise<Question[]> {
  const names = (await readdir(path.join(folder, topic))).sort();
  return Promise.all(
    names.map(async (name) => {
      const { name: id, ext } = path.parse(name);
      if (ext !== ".md") throw new Error(`questions/${topic}/${name}: questions are .md files`);
      return parseQuestion({ topic, id, text: await readFile(path.join(folder, topic, name), "utf8") });
    }),
  );
}

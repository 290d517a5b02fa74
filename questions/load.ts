import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type Question, questionSchema, TOPICS } from "./schema.ts";

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

const FRONT_MATTER = ["title", "roles", "level", "minutes", "version", "lastReviewed", "language", "ordered"];
const PARTS: Record<
  string,
  { field: string; read: (body: string, language: string | undefined) => unknown }
> = {
  Prompt: { field: "prompt", read: (body) => body },
  Clarifications: {
    field: "clarifications",
    read: (body) => readTerms(body).map(({ term, text }) => ({ question: term, answer: text })),
  },
  Hints: { field: "hints", read: readList },
  "Follow-ups": {
    field: "followUps",
    read: (body) => readTerms(body).map(({ term, text }) => ({ when: term, ask: text })),
  },
  Criteria: { field: "criteria", read: (body) => splitSections(body, 3).map(readCriterion) },
  "Model answer": { field: "modelAnswer", read: (body) => body },
  "Common errors": { field: "commonErrors", read: readList },
  Sources: { field: "sources", read: (body) => readList(body).map(readSource) },
  "Starter code": { field: "starterCode", read: readFence },
  Tables: { field: "tables", read: (body) => splitSections(body, 3).map(readNamedTable) },
  "Visible tests": { field: "visibleTests", read: readTests },
  "Hidden tests": { field: "hiddenTests", read: readTests },
  "Reference solution": { field: "referenceSolution", read: readFence },
  "Planted bugs": {
    field: "plantedBugs",
    read: (body) => splitSections(body, 3).map(({ title, body }) => ({ name: title, code: readFence(body) })),
  },
};

/** Reads one file of the bank. The folder gives the topic and the file's name gives the id. */
export function parseQuestion({ topic, id, text }: { topic: string; id: string; text: string }): Question {
  const place = `questions/${topic}/${id}.md`;
  try {
    const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    if (head === undefined || body === undefined) throw new Error("it should begin with front matter");
    const matter = readFrontMatter(head);
    const parsed = questionSchema.safeParse({
      ...matter.fields,
      id,
      topic,
      kind: matter.language ?? "talk",
      ...readParts(body, matter.language),
    });
    if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
    return parsed.data;
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function readFrontMatter(head: string) {
  const values = new Map<string, string>();
  for (const line of head.split("\n")) {
    const [, key, value] = /^([A-Za-z]+): (.+)$/.exec(line) ?? [];
    if (!key || !value || !FRONT_MATTER.includes(key) || values.has(key)) {
      throw new Error(`the front matter has an unknown, empty or repeated line: "${line}"`);
    }
    values.set(key, value.trim());
  }
  const language = values.get("language");
  const fields = {
    title: values.get("title"),
    roles: values.get("roles")?.split(/, */),
    level: values.get("level"),
    minutes: Number(values.get("minutes")),
    version: Number(values.get("version")),
    lastReviewed: values.get("lastReviewed"),
    ...(language === "sql" && { ordered: values.get("ordered") === "true" }),
  };
  return { language, fields };
}

function readParts(body: string, language: string | undefined): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { title, body: content } of splitSections(body, 2)) {
    const part = PARTS[title];
    if (!part) throw new Error(`"${title}" is not a section of a question`);
    if (part.field in fields) throw new Error(`the section "${title}" appears twice`);
    try {
      fields[part.field] = part.read(content, language);
    } catch (error) {
      throw new Error(`in "${title}", ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
  return fields;
}

function readCriterion({ title, body }: { title: string; body: string }) {
  const marks = new Map(readTerms(body).map(({ term, text }) => [term, text]));
  return { name: title, one: marks.get("1"), three: marks.get("3"), five: marks.get("5") };
}

function readSource(item: string) {
  return item === "computed" || item === "tests" ? { kind: item } : { kind: "reading", text: item };
}

function readTests(body: string, language: string | undefined): unknown {
  return language === "sql" ? splitSections(body, 3).map(readSqlTest) : readPythonTests(body);
}

/** In a block of Python tests, every comment at the left margin begins a test and names it. */
function readPythonTests(body: string) {
  const tests: { name: string; lines: string[] }[] = [];
  for (const line of readFence(body).split("\n")) {
    if (line.startsWith("# ")) tests.push({ name: line.slice(2).trim(), lines: [] });
    else if (tests.length > 0) tests.at(-1)?.lines.push(line);
    else throw new Error("the first line should be a comment that names the test");
  }
  return tests.map(({ name, lines }) => ({ name, code: lines.join("\n").trim() }));
}

function readSqlTest({ title, body }: { title: string; body: string }) {
  const parts = splitSections(body, 4);
  const result = parts.find((part) => part.title === "Result");
  if (!result) throw new Error(`the test "${title}" has no "#### Result"`);
  const { header, rows } = readTable(result.body);
  return {
    name: title,
    tables: parts.filter((part) => part !== result).map(readNamedTable),
    expected: { columns: header, rows },
  };
}

/** A table whose header cells read `name type`, such as `ordered_at timestamp`. */
function readNamedTable({ title, body }: { title: string; body: string }) {
  const { header, rows } = readTable(body);
  const columns = header.map((cell) => {
    const [name, ...type] = cell.split(" ");
    return { name, type: type.join(" ") };
  });
  return { name: title, columns, rows };
}

/** One heading of a Markdown text with everything below it, up to the next heading of the same level. */
export interface Section {
  title: string;
  body: string;
}

/** Splits at headings of one level. A `#` inside a code fence is code, not a heading. */
export function splitSections(text: string, level: number): Section[] {
  const mark = `${"#".repeat(level)} `;
  const sections: { title: string; lines: string[] }[] = [];
  let fenced = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    const current = sections.at(-1);
    if (!fenced && line.startsWith(mark)) sections.push({ title: line.slice(mark.length).trim(), lines: [] });
    else if (current) current.lines.push(line);
    else if (line.trim() !== "") throw new Error(`"${line.trim()}" comes before the first "${mark}" heading`);
  }
  return sections.map(({ title, lines }) => ({ title, body: lines.join("\n").trim() }));
}

/** The items of a bulleted or numbered list; a line without a marker continues the item above it. */
export function readList(body: string): string[] {
  const items: string[] = [];
  for (const line of body.split("\n").filter((each) => each.trim() !== "")) {
    const marked = /^(?:-|\d+\.) +(.*)$/.exec(line);
    if (marked) items.push((marked[1] ?? "").trim());
    else if (items.length > 0) items.push(`${items.pop()} ${line.trim()}`);
    else throw new Error(`"${line.trim()}" should begin with "- "`);
  }
  return items;
}

/** List items of the form `**term** text`. */
export function readTerms(body: string): { term: string; text: string }[] {
  return readList(body).map((item) => {
    const parts = /^\*\*(.+?)\*\* +(.+)$/.exec(item);
    if (!parts?.[1] || !parts[2]) throw new Error(`"${item}" should read "**term** text"`);
    return { term: parts[1], text: parts[2] };
  });
}

/** The code of a body that is one fenced block. */
export function readFence(body: string): string {
  const parts = /^```[a-z]*\n([\s\S]*?)\n```$/.exec(body);
  if (!parts?.[1]) throw new Error("there should be one block of code between ``` lines");
  return parts[1];
}

/** A Markdown table as its header and its rows; `NULL` is null. */
export function readTable(body: string): { header: string[]; rows: (string | null)[][] } {
  const [header, rule, ...rows] = body.split("\n").map(readCells);
  if (!header || !rule?.every((cell) => /^-+$/.test(cell)))
    throw new Error("there should be a Markdown table");
  return { header, rows: rows.map((row) => row.map((cell) => (cell === "NULL" ? null : cell))) };
}

function readCells(line: string): string[] {
  if (!/^\|.*\|$/.test(line)) throw new Error(`"${line}" is not a row of a table`);
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

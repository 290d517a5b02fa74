import { allMutations } from "./mutations/all-mutations.ts";

/* The list of rules and of the tests that noticed their removal: `noticed.md`. */

export interface Noticed {
  mutation: string;
  /** The test that failed; null when all passed. */
  by: string | null;
}

const nothing = "nothing notices";

export function printRow({ mutation, by }: Noticed, print: (line: string) => void, took?: string): void {
  const time = took === undefined ? "" : ` (${took})`;
  print(`${by === null ? "UNNOTICED" : "noticed  "}  ${mutation}${by === null ? "" : ` — ${by}`}${time}`);
}

/**
 * Prints each rule with the test that noticed its last removal, without running anything. Returns true if every rule
 * was removed once and noticed.
 */
export function printNoticed(list: string, print: (line: string) => void): boolean {
  const entries = readEntries(list);
  const rows = allMutations.map(({ name }) => {
    const entry = findEntry(entries, name);
    if (entry === undefined) return { name, by: undefined };
    const by = unwrap(entry)
      .slice(unwrap(headOf(name)).length)
      .trim()
      .replace(/\\([<>*`])/g, "$1");
    return { name, by: by === nothing ? null : by };
  });
  for (const { name, by } of rows) {
    if (by === undefined) print(`NOT RUN    ${name}`);
    else printRow({ mutation: name, by }, print);
  }
  const noticed = rows.filter(({ by }) => typeof by === "string").length;
  print(`${noticed} of ${rows.length} rules were noticed when they were removed last`);
  return noticed === rows.length;
}

/**
 * The list for people, with lines of at most 120 characters. Rules that did not run this time keep the entry of
 * `before`, the last list.
 */
export function writeNoticed(rows: readonly Noticed[], before: string): string {
  const ran = new Map(rows.map(({ mutation, by }) => [mutation, wrap(`- ${mutation}: ${by ?? nothing}`)]));
  const earlier = readEntries(before);
  const entries = allMutations.flatMap(({ name }) => ran.get(name) ?? findEntry(earlier, name) ?? []);
  const head =
    "# Rules that were removed, and the test that noticed\n\nWritten by `npm run prove -- --sensitivity`.\n";
  return `${head}\n${entries.join("\n")}\n`;
}

const readEntries = (list: string) =>
  list
    .split(/\n(?=- )/)
    .slice(1)
    .map((entry) => entry.trimEnd());

const headOf = (name: string) => wrap(`- ${name}:`);

const findEntry = (entries: readonly string[], name: string) =>
  entries.find((entry) => unwrap(entry).startsWith(unwrap(headOf(name))));

const unwrap = (text: string) => text.replace(/\n {2}/g, " ");

function wrap(text: string): string {
  const lines = [""];
  for (const word of text.replace(/[<>*`]/g, (sign) => `\\${sign}`).split(" ")) {
    const last = lines.length - 1;
    const longer = lines[last] === "" ? word : `${lines[last]} ${word}`;
    if (longer.length <= 116) lines[last] = longer;
    else lines.push(`  ${word}`);
  }
  return lines.join("\n");
}

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

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const server = fileURLToPath(new URL(".", import.meta.url));
const ours = /\bGREENROOM_[A-Z0-9_]*[A-Z0-9]\b/g;

/** Every variable that the server's sources name, where it is read or in a sentence about it. */
function namedInSources(): Set<string> {
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.endsWith(".test.ts") &&
      !/(^|[/\\])(node_modules|testing)[/\\]/.test(file),
  );
  return new Set(files.flatMap((file) => readFileSync(join(server, file), "utf8").match(ours) ?? []));
}

/** The rows of the settings' table, cell by cell. */
function documented(): string[][] {
  const text = readFileSync(join(server, "..", "docs", "operating.md"), "utf8");
  const table = text.slice(text.indexOf("| Variable"), text.indexOf("\n## Production"));
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe("the table of settings in docs/operating.md", () => {
  const rows = documented();
  const told = rows.flatMap(([names = ""]) => names.match(/[A-Z][A-Z0-9_]+/g) ?? []);

  it("names each variable that the server knows, once, and no other", () => {
    const known = [...namedInSources(), "PORT", "HOST", "DATABASE_URL"];
    expect([...told].sort()).toEqual(known.sort());
  });

  it.each(rows.map((row) => [row[0], row] as const))("%s has an example and a meaning", (_names, row) => {
    expect(row).toHaveLength(4);
    // A blank default stands for nothing until it is set.
    const [names, , example, meaning] = row;
    expect([names, example, meaning]).not.toContain("");
  });
});

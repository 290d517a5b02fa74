import { existsSync, readFileSync } from "node:fs";

/**
 * Reads the list under "Settings" in docs/operating.md; an entry names variables that are set together. Throws on an
 * entry that lacks a part.
 */
export function readDocumentedSettings(): { names: string[]; meaning: string; default: string }[] {
  // The build copies the page beside the bundle's chunks.
  const built = new URL("./operating.md", import.meta.url);
  const page = existsSync(built) ? built : new URL("../../../docs/operating.md", import.meta.url);
  const text = readFileSync(page, "utf8");
  const list = text.slice(text.indexOf("\n- `PORT`"), text.indexOf("\n## Production"));
  const entries = list.split(/\n- /).slice(1);
  return entries.map((entry) => {
    const line = entry.replaceAll(/\s+/g, " ").trim();
    const parts = /^((?:`[A-Z0-9_]+`(?:, )?)+): (.+)\. Default: (.+)\. Example: .+\.$/.exec(line);
    if (parts === null) throw new Error(`docs/operating.md: this setting lacks a part: ${line}`);
    const [, names = "", meaning = "", byDefault = ""] = parts;
    return { names: names.match(/[A-Z][A-Z0-9_]+/g) ?? [], meaning, default: byDefault };
  });
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readDocumentedSettings } from "../scripts/generate/read-documented-settings.ts";

const server = fileURLToPath(new URL(".", import.meta.url));
const ours = /\bGREENROOM_[A-Z0-9_]*[A-Z0-9]\b/g;

/** Every variable that the server's sources name, where it is read or in a message. */
function namedInSources(): Set<string> {
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.endsWith(".test.ts") &&
      !/(^|[/\\])(node_modules|testing)[/\\]/.test(file),
  );
  return new Set(files.flatMap((file) => readFileSync(join(server, file), "utf8").match(ours) ?? []));
}

describe("the list of settings in docs/operating.md", () => {
  it("names each variable that the server knows, once, with a default and an example, and no other", () => {
    const documented = readDocumentedSettings().flatMap(({ names }) => names);
    const known = [...namedInSources(), "PORT", "HOST", "DATABASE_URL"];
    expect(documented.sort()).toEqual(known.sort());
  });
});

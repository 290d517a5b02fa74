import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../lib-steps.mjs";

/* Fails when a document has a line of more than 120 characters. Questions are data: their paragraphs are single lines. */

const maxCharacters = 120;

const files = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !/^questions\/[^/]+\/[^/]+\.md$/.test(file));
for (const file of files) {
  const lines = readFileSync(path.join(ROOT, file), "utf8").split("\n");
  for (const [index, line] of lines.entries()) {
    if ([...line].length <= maxCharacters) continue;
    console.error(`${file}:${index + 1} has ${[...line].length} characters.`);
    process.exitCode = 1;
  }
}

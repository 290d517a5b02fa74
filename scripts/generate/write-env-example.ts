import { readFileSync, writeFileSync } from "node:fs";
import { readDocumentedSettings } from "../../server/kernel/config/documented-settings.ts";

/* `npm run docs:env` writes .env.example from the list of settings in docs/operating.md, which server/start.test.ts
   compares with the variables that the server reads. With `--verify` it writes nothing and fails when the file is
   outdated. */

const columns = 100;

function comment(text: string): string {
  const lines = [""];
  for (const word of text.replaceAll("**", "").replaceAll("`", "").split(" ")) {
    const last = lines.at(-1) ?? "";
    if (`# ${last} ${word}`.length > columns) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join("\n");
}

function describe({
  names,
  meaning,
  default: byDefault,
  example,
}: ReturnType<typeof readDocumentedSettings>[number]): string {
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
  const about = comment(`${sentence} Default: ${byDefault}. Example: ${example}.`);
  return `${about}\n${names.map((name) => `#${name}=`).join("\n")}`;
}

const example = [
  comment(
    "The settings of the server. All are optional in development. Copy this file, remove the # before what you set, and load it with your process manager: the server reads the environment and no file.",
  ),
  ...readDocumentedSettings().map(describe),
  "",
]
  .join("\n\n")
  .replace(/\n+$/, "\n");

const file = new URL("../../.env.example", import.meta.url);
if (!process.argv.includes("--verify")) writeFileSync(file, example);
else if (readFileSync(file, "utf8") !== example) {
  console.error(".env.example is out of date: run npm run docs:env.");
  process.exitCode = 1;
}

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type DocumentedSetting, readDocumentedSettings } from "./read-documented-settings.ts";

/* `npm run docs:env` writes .env.example, and the list that the operator's desk shows, from the list of
   settings in docs/operating.md, which server/start.test.ts compares with the variables that the server
   reads. With `--verify` it writes nothing and fails when a file is outdated. */

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

function describe({ names, meaning, default: byDefault, example }: DocumentedSetting): string {
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

/** Formats the JSON as Biome does, so that `npm run check` accepts it. */
function format(name: string, text: string): string {
  const biome = fileURLToPath(new URL("../../node_modules/@biomejs/biome/bin/biome", import.meta.url));
  return execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${name}`], {
    input: text,
    encoding: "utf8",
  });
}

const files = [
  { name: ".env.example", text: example },
  {
    name: "server/kernel/config/documented-settings.json",
    text: format("settings.json", JSON.stringify(readDocumentedSettings())),
  },
];
for (const { name, text } of files) {
  const url = new URL(`../../${name}`, import.meta.url);
  if (!process.argv.includes("--verify")) writeFileSync(url, text);
  else if (!existsSync(url) || readFileSync(url, "utf8") !== text) {
    console.error(`${name} is out of date: run npm run docs:env.`);
    process.exitCode = 1;
  }
}

import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { serverEnvironment, serverNodeOptions } from "./serve.ts";

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), "utf8");

it.each([
  ["package.json", `"start": "node ${serverNodeOptions.join(" ")} scripts/start.mjs"`],
  ["docs/operating.md", `\nnode ${serverNodeOptions.join(" ")} scripts/start.mjs\n`],
  [
    "deploy/Dockerfile",
    `CMD ["node", ${serverNodeOptions.map((option) => `"${option}"`).join(", ")}, "dist/server/main.js"]`,
  ],
  ["deploy/greenroom.service", `ExecStart=/usr/bin/node ${serverNodeOptions.join(" ")} dist/server/main.js`],
])("%s starts the server with the options that are measured", async (path, command) => {
  expect(await read(path)).toContain(command);
});

const setting = `MALLOC_ARENA_MAX=${serverEnvironment.MALLOC_ARENA_MAX}`;
it.each([
  ["scripts/start.mjs", `{ MALLOC_ARENA_MAX: "${serverEnvironment.MALLOC_ARENA_MAX}" }`],
  ["deploy/Dockerfile", `ENV NODE_ENV=production ${setting}`],
  ["deploy/greenroom.service", `${setting}\n`],
])("%s starts the server with the environment that is measured", async (path, text) => {
  expect(await read(path)).toContain(text);
});

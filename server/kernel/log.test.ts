import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-log-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = new URL("log.ts", import.meta.url).href;

/** Runs a program with a log on standard output. */
async function run(program: string, output: number): Promise<{ code: number | null; stderr: string }> {
  const code = `import { createLog } from ${JSON.stringify(source)};
    const log = createLog("info");
    const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    ${program}`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", output, "pipe"],
  });
  let stderr = "";
  child.stderr?.on("data", (text) => {
    stderr += text;
  });
  const [exitCode] = await once(child, "close");
  return { code: exitCode, stderr };
}

it("does not end a server that cannot write it, as on a full disk", async () => {
  const file = join(folder, "unwritable.log");
  writeFileSync(file, "");
  // Every write to a file that was opened for reading fails.
  const output = openSync(file, "r");
  const program = `for (let count = 0; count < 5; count += 1) {
      log.info("a line");
      await later(20);
    }
    process.stderr.write("still here");
    process.exit(0);`;
  const ended = await run(program, output);
  closeSync(output);
  expect(ended).toEqual({ code: 0, stderr: "still here" });
});

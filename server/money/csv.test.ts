import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { spoolCsv } from "./csv.ts";

/** Rows that are read when the test allows it. */
function heldRows(name: string, begun: string[]) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* rows() {
    begun.push(name);
    await released;
    yield name;
  }
  return { file: spoolCsv(["name"], rows(), (row) => [row], new AbortController().signal), release };
}

it("writes two files at once, because each holds a database connection, and then the next", async () => {
  const begun: string[] = [];
  const held = new Map(["a", "b", "c"].map((name) => [name, heldRows(name, begun)]));
  await expect.poll(() => begun).toHaveLength(2);
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(begun).toHaveLength(2);
  held.get(begun[0] ?? "")?.release();
  await expect.poll(() => begun).toHaveLength(3);
  for (const { release } of held.values()) release();
  for (const [name, { file }] of held) expect(await text(await file)).toBe(`name\r\n${name}\r\n`);
});

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadSecret } from "./secret.ts";

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-secret-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it("is generated once, even when several processes start at the same moment", async () => {
  const folder = await openFolder();
  const secrets = await Promise.all(Array.from({ length: 8 }, () => loadSecret(null, folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readFile(join(folder, "secret"), "utf8")).toBe(secrets[0]);
  expect(await loadSecret(null, folder)).toBe(secrets[0]);
  expect(await readdir(folder)).toEqual(["secret"]);
});

it.each(["", "\n", "0123456789"])("a kept secret that is cut short (%j) is refused", async (kept) => {
  const folder = await openFolder();
  await writeFile(join(folder, "secret"), kept);
  await expect(loadSecret(null, folder)).rejects.toThrow(/secret is cut short/);
});

it("a configured one leaves the folder alone", async () => {
  const folder = await openFolder();
  expect(await loadSecret("configured", folder)).toBe("configured");
  expect(await readdir(folder)).toEqual([]);
});

import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadSecret, seal, unseal } from "./secrets.ts";

describe("secret", () => {
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
});

describe("seal", () => {
  const key = randomBytes(32);
  const context = "user:1";

  describe("a sealed text", () => {
    it.each(["", "JBSWY3DPEHPK3PXP", "नमस्ते"])("%j is opened with its key and context", (text) => {
      expect(unseal(key, seal(key, text, context), context)).toBe(text);
    });

    it("differs each time and does not contain the text", () => {
      const [one, other] = [seal(key, "secret", context), seal(key, "secret", context)];
      expect(one.equals(other)).toBe(false);
      expect(one.includes("secret")).toBe(false);
    });

    it.each([
      ["another key", (sealed: Buffer) => unseal(randomBytes(32), sealed, context)],
      ["another record", (sealed: Buffer) => unseal(key, sealed, "user:2")],
      [
        "a changed bit",
        (sealed: Buffer) => {
          sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
          return unseal(key, sealed, context);
        },
      ],
      ["its end cut off", (sealed: Buffer) => unseal(key, sealed.subarray(0, 20), context)],
    ])("is not opened with %s", (_, open) => {
      expect(() => open(seal(key, "secret", context))).toThrow();
    });
  });
});

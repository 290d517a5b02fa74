import { randomBytes, randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config/config.ts";
import type { S3Settings } from "../../kernel/config/provider-settings.ts";
import { createFileLink } from "../../kernel/files.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createUnreachableUrl } from "../../testing/processes.ts";
import { type LocalS3, type S3Fault, startLocalS3 } from "../../testing/providers/s3.ts";
import type { FileStorage, StoredFile } from "./port.ts";
import { s3Storage } from "./s3.ts";

describe("storage", () => {
  /** A storage in a running server, and a way to take its provider down. */
  interface StorageSetup {
    app: TestApp;
    goAway(): Promise<void>;
    comeBack(): Promise<void>;
    close(): Promise<void>;
  }

  async function setUpDisk(): Promise<StorageSetup> {
    const app = await createTestApp();
    const folder = join(app.deps.config.dataDirectory, "files");
    return {
      app,
      async goAway() {
        await rename(folder, `${folder}-kept`);
        await writeFile(folder, "no folder");
      },
      async comeBack() {
        await rm(folder);
        await rename(`${folder}-kept`, folder);
      },
      close: () => app.close(),
    };
  }

  async function setUpS3(): Promise<StorageSetup> {
    const localS3 = await startLocalS3({ pageSize: 2 });
    const app: TestApp = await createTestApp({
      environment: { ...localS3.settings, GREENROOM_S3_PREFIX: "test" },
    });
    return {
      app,
      goAway: async () => localS3.failAlways("cut"),
      comeBack: async () => localS3.failAlways(null),
      async close() {
        await app.close();
        await localS3.close();
      },
    };
  }

  const pdf = Buffer.from("%PDF-1.7 the content of a file");
  const newKey = (folder = "resumes") => `${folder}/${randomUUID()}.pdf`;
  const linkSentence = "Failed to generate secure link. Ensure B2 is configured and file exists.";

  /** The behavior that all storages share. */
  describe.each([
    ["disk", setUpDisk],
    ["s3", setUpS3],
  ])("files on %s", (_name, stand) => {
    let setup: StorageSetup;
    let storage: FileStorage;
    beforeAll(async () => {
      setup = await stand();
      storage = setup.app.deps.storage;
    });
    afterAll(() => setup.close());

    const link = (key: string, fileName = "resume.pdf") =>
      createFileLink(setup.app.deps, { key, fileName }, linkSentence);
    const open = (url: string) => fetch(url.replace("http://localhost:", "http://127.0.0.1:"));
    async function stored(content = pdf): Promise<string> {
      const key = newKey();
      await storage.put(key, content, "application/pdf");
      return key;
    }
    async function readAll(key: string): Promise<Buffer | null> {
      const file = await storage.read(key);
      return file && (await buffer(file));
    }
    async function listed(): Promise<StoredFile[]> {
      const files: StoredFile[] = [];
      for await (const file of storage.list()) files.push(file);
      return files;
    }

    it("are read as they were stored, replaced completely, and gone once removed", async () => {
      const key = await stored();
      expect(await readAll(key)).toEqual(pdf);
      await storage.put(key, Buffer.from("%PDF-1.7 another"), "application/pdf");
      expect(String(await readAll(key))).toBe("%PDF-1.7 another");
      await storage.remove(key);
      await storage.remove(key);
      expect(await storage.read(key)).toBeNull();
      expect(await storage.read(newKey())).toBeNull();
    });

    it("may be large", async () => {
      const content = randomBytes(12_000_000);
      const key = await stored(content);
      expect((await readAll(key))?.equals(content)).toBe(true);
      const answer = await open(await link(key));
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    });

    it("are listed with the time at which they were stored, over as many pages as needed", async () => {
      const keys = await Promise.all([stored(), stored(), stored(), stored(), stored()]);
      const files = await listed();
      expect(files.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
      const { storedAt } = files.find(({ key }) => key === keys[0]) as StoredFile;
      expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000);
    });

    it("open from a link in the browser, under their name, in a sandbox that only our pages may frame", async () => {
      const fileName = 'Meera "अय्यर" (2026).pdf';
      const answer = await open(await link(await stored(), fileName));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      const disposition = answer.headers.get("content-disposition") ?? "";
      expect(disposition).toMatch(/^inline; filename="[\w ()_.-]+"; filename\*=UTF-8''/);
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? "")).toBe(fileName);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      expect(answer.headers.get("content-security-policy")).toBe(
        "sandbox; default-src 'none'; frame-ancestors 'self'",
      );
      expect(answer.headers.get("x-frame-options")).toBe("SAMEORIGIN");
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
    });

    it("open until the link expires, and not after", async () => {
      const url = await link(await stored());
      setup.app.clock.advance({ seconds: 290 });
      expect((await open(url)).status).toBe(200);
      setup.app.clock.advance({ seconds: 15 });
      expect((await open(url)).status).toBe(403);
    });

    it("do not open from a modified link", async () => {
      const [key, other] = [await stored(), await stored(Buffer.from("%PDF-1.7 somebody else's"))];
      const url = await link(key);
      const tampered = [
        url.replace(key, other),
        url.replace("resume.pdf", "resume.exe"),
        url.replace(/(expires)=\d+/, "$1=604800"),
        url.replace(/(signature=)(.)/, (_all, name, first) => `${name}${first === "a" ? "b" : "a"}`),
        url.replace(/\?.*/, ""),
      ];
      for (const each of tampered) {
        expect(each).not.toBe(url);
        const answer = await open(each);
        expect(answer.ok, each).toBe(false);
        expect(await answer.text()).not.toContain("%PDF");
      }
    });

    it("that do not exist have no link", async () => {
      await expect(link(newKey())).rejects.toMatchObject({ code: "unavailable", message: linkSentence });
    });

    it.each(["../secret", "resumes/../../secret.pdf", "Resumes/A.PDF", "/etc/passwd", ""])(
      "are stored only under our own keys, never under %j",
      async (key) => {
        await expect(storage.put(key, pdf, "application/pdf")).rejects.toThrow("is not a storage key");
        await expect(storage.exists(key)).rejects.toThrow("is not a storage key");
      },
    );

    it("are `unavailable` while the provider is down, and available when it is back", async () => {
      const key = await stored();
      await setup.goAway();
      const calls: [string, () => Promise<unknown>][] = [
        ["put", () => stored()],
        ["read", () => storage.read(key)],
        ["remove", () => storage.remove(key)],
        ["list", () => listed()],
        ["link", () => link(key)],
      ];
      const ends = await Promise.allSettled(calls.map(([, call]) => call()));
      await setup.comeBack();
      for (const [index, end] of ends.entries()) {
        expect(end, calls[index]?.[0]).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
      }
      expect(ends[4]).toMatchObject({ reason: { message: linkSentence } });
      expect(await readAll(key)).toEqual(pdf);
    });
  });
});

describe("s3", () => {
  let localS3: LocalS3;
  let storage: FileStorage;
  beforeAll(async () => {
    localS3 = await startLocalS3();
    storage = s3Storage(settings());
  });
  afterEach(() => localS3.failAlways(null));
  afterAll(() => localS3.close());

  function settings(change: Record<string, string> = {}): S3Settings {
    const { storage: read } = readConfig({ ...localS3.settings, ...change });
    if (read.kind !== "s3") throw new Error("the local provider's settings are not a bucket's");
    return read;
  }

  const key = "resumes/0190a5b8-7c00.pdf";
  const content = Buffer.from("%PDF-1.7 of somebody");
  const put = (to: FileStorage) => to.put(key, content, "application/pdf");
  const calls: [string, (from: FileStorage) => Promise<unknown>][] = [
    ["put", put],
    ["read", (from) => from.read(key)],
    ["exists", (from) => from.exists(key)],
    ["remove", (from) => from.remove(key)],
    ["list", (from) => listed(from)],
  ];

  async function listed(from: FileStorage): Promise<string[]> {
    const keys: string[] = [];
    for await (const file of from.list()) keys.push(file.key);
    return keys;
  }

  /** The cause behind the message, for the log and the operator. */
  async function reasonOf(work: Promise<unknown>): Promise<string> {
    const end = await work.then(
      () => null,
      (error: Error) => error,
    );
    const reasons: string[] = [];
    for (let error = end; error instanceof Error; error = error.cause as Error | null) {
      reasons.push(`${error.name}: ${error.message}`);
    }
    return reasons.join(" < ");
  }

  describe("a storage that fails is `unavailable` for every call", () => {
    const faults: S3Fault[] = ["cut", 403, 429, 500, 503, "malformed"];
    it.each(faults.flatMap((fault) => calls.map(([name, call]) => [fault, name, call] as const)))(
      "%s on %s",
      async (fault, _name, call) => {
        localS3.failAlways(fault);
        const before = localS3.calls.length;
        await expect(call(storage)).rejects.toMatchObject({ code: "unavailable" });
        expect(localS3.calls.length - before).toBeLessThanOrEqual(3);
      },
    );

    it("responses that hang time out, before and within the body", async () => {
      await put(storage);
      localS3.failAlways("hang");
      const ends = await Promise.allSettled(calls.map(([, call]) => call(storage)));
      localS3.failAlways("stall");
      const body = storage.read(key).then((file) => file && buffer(file));
      await expect(body).rejects.toThrow();
      for (const end of ends)
        expect(end).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    });

    it("a refused connection", async () => {
      const away = s3Storage(settings({ GREENROOM_S3_ENDPOINT: await createUnreachableUrl() }));
      for (const [, call] of calls) await expect(call(away)).rejects.toMatchObject({ code: "unavailable" });
    });
  });

  describe("an error that the storage calls temporary", () => {
    it.each<[string, S3Fault[]]>([
      ["once", [503]],
      ["twice", [503, 500]],
      ["a connection that broke after the work was done", ["lost-answer"]],
    ])("is retried: %s", async (_name, faults) => {
      localS3.fail(...faults);
      // A separate client, because after many failures in a row a client no longer retries.
      await put(s3Storage(settings()));
      expect(localS3.objects.get(`greenroom-files/${key}`)?.content).toEqual(content);
    });
  });

  describe("settings that do not match the bucket", () => {
    it.each([
      ["GREENROOM_S3_SECRET_ACCESS_KEY", "another secret", "SignatureDoesNotMatch"],
      ["GREENROOM_S3_ACCESS_KEY_ID", "ANOTHERKEY", "InvalidAccessKeyId"],
      ["GREENROOM_S3_BUCKET", "another-bucket", "NoSuchBucket"],
      ["GREENROOM_S3_REGION", "us-east-1", "AuthorizationHeaderMalformed"],
    ])("%s is reported with the storage's own error", async (name, value, word) => {
      const wrong = s3Storage(settings({ [name]: value }));
      expect(await reasonOf(put(wrong))).toContain(word);
      expect(await reasonOf(wrong.read(key))).toContain(word);
    });
  });

  describe("a bucket that others use too", () => {
    it("is listed for our prefix only", async () => {
      const ours = s3Storage(settings({ GREENROOM_S3_PREFIX: "greenroom/live" }));
      await put(ours);
      await storage.put("other/1.pdf", content, "application/pdf");
      expect(await listed(ours)).toEqual([key]);
      expect([...localS3.objects.keys()]).toContain(`greenroom-files/greenroom/live/${key}`);
    });
  });
});

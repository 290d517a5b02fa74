import { createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config/config.ts";
import type { S3Settings } from "../../kernel/config/storage-settings.ts";
import { type LocalS3, type S3Fault, startLocalS3 } from "../../testing/providers/s3.ts";
import type { FileStorage } from "./port.ts";
import { s3Storage } from "./s3.ts";

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
  ["signedUrl", (from) => from.signedUrl(key, { fileName: "a.pdf", seconds: 60, now: new Date() })],
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
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const away = s3Storage(settings({ GREENROOM_S3_ENDPOINT: `http://127.0.0.1:${port}` }));
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

  it("a link signed with another secret does not open", async () => {
    await put(storage);
    const good = await storage.signedUrl(key, { fileName: "a.pdf", seconds: 60, now: new Date() });
    expect((await fetch(good)).status).toBe(200);
    const forged = good.replace(/X-Amz-Signature=\w{8}/, "X-Amz-Signature=00000000");
    expect((await fetch(forged)).status).toBe(403);
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

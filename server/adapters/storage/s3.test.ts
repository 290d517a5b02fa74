import { createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import type { FileStorage } from "../../ports/storage.ts";
import type { S3Settings } from "../../storage-settings.ts";
import { type S3Fault, type S3Peer, startS3Peer } from "../../testing/peers/s3.ts";
import { s3Storage } from "./s3.ts";

let peer: S3Peer;
let storage: FileStorage;
beforeAll(async () => {
  peer = await startS3Peer();
  storage = s3Storage(settings());
});
afterEach(() => peer.failAlways(null));
afterAll(() => peer.close());

function settings(change: Record<string, string> = {}): S3Settings {
  const { storage: read } = readConfig({ ...peer.settings, ...change });
  if (read.kind !== "s3") throw new Error("the peer's settings are not a bucket's");
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

/** The reason that stands under the sentence, for the log and the operator. */
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

describe("a storage that fails is `unavailable`, whatever is asked", () => {
  const faults: S3Fault[] = ["cut", 403, 429, 500, 503, "malformed"];
  it.each(faults.flatMap((fault) => calls.map(([name, call]) => [fault, name, call] as const)))(
    "%s on %s",
    async (fault, _name, call) => {
      peer.failAlways(fault);
      const before = peer.calls.length;
      await expect(call(storage)).rejects.toMatchObject({ code: "unavailable" });
      expect(peer.calls.length - before).toBeLessThanOrEqual(3);
    },
  );

  it("answers that hang are given up, before and within the body", async () => {
    await put(storage);
    peer.failAlways("hang");
    const ends = await Promise.allSettled(calls.map(([, call]) => call(storage)));
    peer.failAlways("stall");
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

describe("what the storage says is worth another try", () => {
  it.each<[string, S3Fault[]]>([
    ["once", [503]],
    ["twice", [503, 500]],
    ["a line that broke after the work was done", ["lost-answer"]],
  ])("is tried again: %s", async (_name, faults) => {
    peer.fail(...faults);
    // One of its own: after many failures in a row a client no longer tries again.
    await put(s3Storage(settings()));
    expect(peer.objects.get(`greenroom-files/${key}`)?.content).toEqual(content);
  });
});

describe("settings that are not the bucket's", () => {
  it.each([
    ["GREENROOM_S3_SECRET_ACCESS_KEY", "another secret", "SignatureDoesNotMatch"],
    ["GREENROOM_S3_ACCESS_KEY_ID", "ANOTHERKEY", "InvalidAccessKeyId"],
    ["GREENROOM_S3_BUCKET", "another-bucket", "NoSuchBucket"],
    ["GREENROOM_S3_REGION", "us-east-1", "AuthorizationHeaderMalformed"],
  ])("%s is told by the storage's own word", async (name, value, word) => {
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
  it("is listed for our folder alone", async () => {
    const ours = s3Storage(settings({ GREENROOM_S3_PREFIX: "greenroom/live" }));
    await put(ours);
    await storage.put("other/1.pdf", content, "application/pdf");
    expect(await listed(ours)).toEqual([key]);
    expect([...peer.objects.keys()]).toContain(`greenroom-files/greenroom/live/${key}`);
  });
});

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  verify,
} from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { BrowserSubscription } from "@greenroom/contract/people/notifications.ts";
import { failCall, type HttpFault, startHttpProvider } from "./http-provider.ts";

/** What a browser has been sent, decrypted. */
interface ReceivedMessage {
  endpoint: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any message and assert its shape
  json: any;
  ttlSeconds: number;
}

/** The largest message that services must take (RFC 8030 7.2). */
const maxBytes = 4096;

interface Browser {
  publicKey: string;
  decrypt(body: Buffer): string;
  hasEnded: boolean;
}

/**
 * A push service on loopback. It checks what real ones check: the request (RFC 8030), the signature of the server with
 * which the browser subscribed (RFC 8292), and, as the browser does, the encryption (RFC 8291).
 */
export async function startLocalPush() {
  const browsers = new Map<string, Browser>();
  const received: ReceivedMessage[] = [];
  const faults: (HttpFault | 413 | 429 | 500)[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const fault = faults.shift();
    if (fault !== undefined && failCall(response, fault)) return;
    const end = (status: number, headers = {}) => void response.writeHead(status, headers).end();
    if (typeof fault === "number") return end(fault, { "retry-after": "7" });
    const browser = browsers.get(request.url ?? "");
    if (request.method !== "POST" || browser === undefined) return end(404);
    if (browser.hasEnded) return end(410);
    const { ttl, authorization = "", "content-encoding": encoding } = request.headers;
    if (!/^\d+$/.test(String(ttl)) || encoding !== "aes128gcm") return end(400);
    const problem = signatureProblem(authorization, { origin: url, publicKey: browser.publicKey });
    if (problem !== null) return end(problem);
    if (body.length > maxBytes) return end(413);
    const json = JSON.parse(browser.decrypt(body)) as unknown;
    received.push({ endpoint: url + request.url, json, ttlSeconds: Number(ttl) });
    end(201, { location: `${url}/message/${received.length}` });
  }

  const { url, close } = await startHttpProvider(answer);
  return {
    settings: { GREENROOM_PUSH_SERVICE_URL: url },
    /** A new browser that takes messages of the server with this key. */
    subscribe(publicKey: string): BrowserSubscription {
      const path = `/send/${randomBytes(32).toString("base64url")}`;
      const pair = createECDH("prime256v1");
      pair.generateKeys();
      const auth = randomBytes(16);
      browsers.set(path, { publicKey, hasEnded: false, decrypt: (body) => decrypt(body, pair, auth) });
      const p256dh = pair.getPublicKey("base64url");
      return { endpoint: url + path, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    end({ endpoint }: BrowserSubscription) {
      const browser = browsers.get(new URL(endpoint).pathname);
      if (browser !== undefined) browser.hasEnded = true;
    },
    received,
    failNext: (...next: typeof faults) => void faults.push(...next),
    close,
  };
}

/** The status with which a service refuses a request's signature; null if it is right. */
function signatureProblem(header: string, expected: { origin: string; publicKey: string }): 401 | 403 | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  if (signature === "") return 401;
  if (key !== expected.publicKey) return 403;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x, y } as const;
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const { aud, exp, sub } = read(claims);
  const seconds = Date.now() / 1000;
  const isValid =
    isSigned &&
    read(head).alg === "ES256" &&
    aud === expected.origin &&
    exp > seconds &&
    exp <= seconds + 24 * 3600 &&
    /^(mailto:[^@\s]+@\S+|https:\/\/\S+)$/.test(sub);
  return isValid ? null : 403;
}

/** One record of aes128gcm (RFC 8188), with the keys of RFC 8291. Throws if anything was changed. */
function decrypt(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const serverKey = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), serverKey]);
  const shared = Buffer.from(hkdfSync("sha256", pair.computeSecret(serverKey), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", shared, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  const record = body.subarray(keyEnd);
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12), {
    authTagLength: 16,
  }).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no last record");
  return padded.subarray(0, end).toString("utf8");
}

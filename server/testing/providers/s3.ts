import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { failCall, type HttpFault, startHttpProvider } from "./http-provider.ts";

/*
 * Signature version 4 as S3 checks it (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html,
 * "Authorization header"). Written from the documentation, without the SDK that it verifies.
 */

/** A request as it was received. */
interface SignedRequest {
  method: string;
  /** Path and query, as sent. */
  url: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** S3's error code with its status. */
interface SignatureFault {
  status: 400 | 403 | 501;
  code: string;
}

interface SignatureParts {
  credential: string;
  /** `20130524T000000Z`. */
  time: string;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
}

const algorithm = "AWS4-HMAC-SHA256";
const skewSeconds = 15 * 60;

/** Null if the request was signed by the signer and is still valid; otherwise S3's error. */
function findSignatureFault(request: SignedRequest, now: Date): SignatureFault | null {
  const claim = readSignature(request);
  if (claim === null) return { status: 403, code: "AccessDenied" };
  const [accessKeyId, day, region, service, end] = claim.credential.split("/");
  if (accessKeyId !== signer.accessKeyId) return { status: 403, code: "InvalidAccessKeyId" };
  const isScope = region === signer.region && service === "s3" && end === "aws4_request";
  if (!isScope || day !== claim.time.slice(0, 8)) {
    return { status: 400, code: "AuthorizationHeaderMalformed" };
  }
  if (!coversRequiredHeaders(claim.signedHeaders, request.headers))
    return { status: 403, code: "AccessDenied" };
  const key = signingKey(signer.secretAccessKey, [day, region, service, end]);
  const right = hmac(key, stringToSign(request, claim)).toString("hex");
  if (!isSame(claim.signature, right)) return { status: 403, code: "SignatureDoesNotMatch" };
  return findTimeFault(claim, now) ?? findPayloadFault(claim.payloadHash, request.body);
}

function readSignature({ headers }: SignedRequest): SignatureParts | null {
  const given = new RegExp(
    `^${algorithm} Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$`,
  );
  const [, credential, signedHeaders, signature] = given.exec(headers.authorization ?? "") ?? [];
  const time = headers["x-amz-date"];
  const payloadHash = headers["x-amz-content-sha256"];
  if (!credential || !signedHeaders || !signature || !isTime(time) || payloadHash === undefined) return null;
  return { credential, time, signedHeaders: signedHeaders.split(";"), signature, payloadHash };
}

/** The signature must cover the host, the content type and every `x-amz-` header of the request. */
function coversRequiredHeaders(signedHeaders: string[], headers: SignedRequest["headers"]): boolean {
  const needed = Object.keys(headers).filter((name) => name.startsWith("x-amz-") || name === "content-type");
  return ["host", ...needed].every((name) => signedHeaders.includes(name));
}

function stringToSign(request: SignedRequest, claim: SignatureParts): string {
  const scope = claim.credential.split("/").slice(1).join("/");
  return [algorithm, claim.time, scope, sha256(canonicalRequest(request, claim))].join("\n");
}

function canonicalRequest({ method, url, headers }: SignedRequest, claim: SignatureParts): string {
  const path = url.split("?")[0] as string;
  const pairs = [...new URL(url, "http://localhost").searchParams].map(
    ([name, value]) => [encode(name), encode(value)] as const,
  );
  pairs.sort(([one, a], [other, b]) => compare(one, other) || compare(a, b));
  const lines = claim.signedHeaders.map(
    (name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}\n`,
  );
  return [
    method,
    // S3 encodes a path once and does not normalize it.
    path
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    pairs.map((pair) => pair.join("=")).join("&"),
    lines.join(""),
    claim.signedHeaders.join(";"),
    claim.payloadHash,
  ].join("\n");
}

function findTimeFault({ time }: SignatureParts, now: Date): SignatureFault | null {
  const signedAt = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  const isSkewed = Math.abs(now.getTime() - signedAt) > skewSeconds * 1000;
  return isSkewed ? { status: 403, code: "RequestTimeTooSkewed" } : null;
}

function findPayloadFault(payloadHash: string, body: Buffer): SignatureFault | null {
  if (payloadHash.startsWith("STREAMING-")) return { status: 501, code: "NotImplemented" };
  return isSame(payloadHash, sha256(body)) ? null : { status: 400, code: "XAmzContentSHA256Mismatch" };
}

function signingKey(secret: string, scope: string[]): Buffer {
  return scope.reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secret}`));
}

/** Percent-encodes everything except letters, digits and `-._~`, in UTF-8, with uppercase hexadecimal digits. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Compares by code point, as the documentation requires, not by locale. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function isTime(value: string | undefined): value is string {
  return /^\d{8}T\d{6}Z$/.test(value ?? "");
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function hmac(key: Buffer, message: string): Buffer {
  return createHmac("sha256", key).update(message).digest();
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The fault of one call. `lost-answer`: the work is done, and then the connection breaks. */
export type S3Fault = HttpFault | "lost-answer" | 403 | 429 | 500 | 503;

interface LocalObject {
  content: Buffer;
  contentType: string;
  storedAt: Date;
}

export interface LocalS3 {
  url: string;
  settings: Record<string, string>;
  /** By bucket and key: `greenroom-files/test/resumes/….pdf`. */
  objects: Map<string, LocalObject>;
  /** Received calls such as `PUT /bucket/key`, including those that fail. */
  calls: string[];
  /**
   * Makes the next calls fail like this, one after the other; `always` keeps failing until it is called with null.
   */
  fail(...faults: S3Fault[]): void;
  failAlways(fault: S3Fault | null): void;
  close(): Promise<void>;
}

interface LocalS3Options {
  /** The current time for this provider; the system's by default. */
  now?: () => Date;
  /** The number of keys per listing page. */
  pageSize?: number;
}

const signer = {
  accessKeyId: "LOCALACCESSKEY000001",
  secretAccessKey: "local/secret+access+key/of+forty+letter0",
  region: "eu-local-1",
};
const bucket = "greenroom-files";

/** S3 on loopback with path-style URLs: verifies every signature, answers in S3's format, and simulates faults. */
export async function startLocalS3({
  now = () => new Date(),
  pageSize = 1000,
}: LocalS3Options = {}): Promise<LocalS3> {
  const objects: LocalS3["objects"] = new Map();
  const calls: string[] = [];
  const faults: S3Fault[] = [];
  let permanentFault: S3Fault | null = null;
  const { url, close } = await startHttpProvider((request, response) => {
    const fault = permanentFault ?? faults.shift();
    return handle({ request, response, objects, calls, fault, now: now(), pageSize });
  });
  return {
    url,
    settings: {
      GREENROOM_S3_BUCKET: bucket,
      GREENROOM_S3_REGION: signer.region,
      GREENROOM_S3_ENDPOINT: url,
      GREENROOM_S3_PATH_STYLE: "true",
      GREENROOM_S3_ACCESS_KEY_ID: signer.accessKeyId,
      GREENROOM_S3_SECRET_ACCESS_KEY: signer.secretAccessKey,
    },
    objects,
    calls,
    fail: (...next) => faults.push(...next),
    failAlways(fault) {
      permanentFault = fault;
    },
    close,
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  objects: LocalS3["objects"];
  calls: string[];
  fault: S3Fault | undefined;
  now: Date;
  pageSize: number;
}

async function handle(exchange: Exchange): Promise<void> {
  const { request, response, calls, fault, now } = exchange;
  const { method = "GET", url = "/" } = request;
  calls.push(`${method} ${url.split("?")[0]}`);
  const body = await buffer(request);
  if (fault !== undefined && fault !== "lost-answer") return fail(response, fault);
  const signatureFault = findSignatureFault({ method, url, headers: headersOf(request), body }, now);
  if (signatureFault !== null) return refuse(response, signatureFault.status, signatureFault.code);
  if (fault === "lost-answer") response.end = () => response.destroy();
  const path = new URL(url, "http://localhost");
  const [, namedBucket, ...rest] = decodeURIComponent(path.pathname).split("/");
  if (namedBucket !== bucket) return refuse(response, 404, "NoSuchBucket");
  execute(exchange, { key: rest.join("/"), query: path.searchParams, body });
}

interface RequestDetails {
  key: string;
  query: URLSearchParams;
  body: Buffer;
}

function execute(exchange: Exchange, details: RequestDetails): void {
  const { request, response, objects, now } = exchange;
  const path = `${bucket}/${details.key}`;
  const { "content-type": contentType = "binary/octet-stream" } = request.headers;
  if (request.method === "PUT") {
    objects.set(path, { content: details.body, contentType, storedAt: now });
    response.writeHead(200, { etag: '"local"' }).end();
  } else if (request.method === "DELETE") {
    objects.delete(path);
    response.writeHead(204).end();
  } else if (details.key === "") {
    list(exchange, details.query);
  } else {
    read(exchange, objects.get(path));
  }
}

function read({ request, response }: Exchange, found: LocalObject | undefined): void {
  const isHead = request.method === "HEAD";
  if (found === undefined) {
    refuse(response, 404, "NoSuchKey", isHead);
    return;
  }
  response.writeHead(200, { "content-type": found.contentType, "content-length": found.content.length });
  response.end(isHead ? undefined : found.content);
}

function list({ response, objects, pageSize }: Exchange, query: URLSearchParams): void {
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()]
    .map((path) => path.slice(bucket.length + 1))
    .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
    .sort();
  const page = keys.slice(0, pageSize);
  const isTruncated = keys.length > page.length;
  const contents = page.map((key) => {
    const { content, storedAt } = objects.get(`${bucket}/${key}`) as LocalObject;
    return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
  });
  const next = isTruncated
    ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? "")}</NextContinuationToken>`
    : "";
  sendXml(
    response,
    200,
    `<ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`,
  );
}

function fail(response: ServerResponse, fault: Exclude<S3Fault, "lost-answer">): void {
  // A proxy answers 502; a 200 could pass for S3's own answer to some calls.
  if (fault === "malformed") return void response.writeHead(502).end("<html><p>Bad gateway</html>");
  if (failCall(response, fault)) return;
  if (fault === 403) refuse(response, 403, "SignatureDoesNotMatch");
  else if (fault === 429 || fault === 503) refuse(response, fault, "SlowDown");
  else if (fault === 500) refuse(response, 500, "InternalError");
}

function refuse(response: ServerResponse, status: number, code: string, isBare = false): void {
  if (isBare) response.writeHead(status).end();
  else
    sendXml(
      response,
      status,
      `<Error><Code>${code}</Code><Message>${code}, says the local storage.</Message></Error>`,
    );
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(",")]));
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

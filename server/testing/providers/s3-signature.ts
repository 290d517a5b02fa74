import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/*
 * Signature version 4 as S3 checks it (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html,
 * "Authorization header" and "Query parameters"). Written from the documentation, without the SDK that it verifies.
 */

/** A request as it was received. */
export interface SignedRequest {
  method: string;
  /** Path and query, as sent. */
  url: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** S3's error code with its status. */
export interface SignatureFault {
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
  /** Query parameters that are part of the signature. */
  query: URLSearchParams;
  /** Validity of a presigned request in seconds; null for a request signed in its header. */
  expires: number | null;
}

const algorithm = "AWS4-HMAC-SHA256";
const skewSeconds = 15 * 60;
const weekSeconds = 7 * 24 * 3600;

/** Null if the request was signed by the signer and is still valid; otherwise S3's error. */
export function findSignatureFault(
  request: SignedRequest,
  { signer, now }: { signer: Signer; now: Date },
): SignatureFault | null {
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

function readSignature({ url, headers }: SignedRequest): SignatureParts | null {
  const query = new URL(url, "http://localhost").searchParams;
  if (query.has("X-Amz-Algorithm")) return readQuerySignature(query);
  const given = new RegExp(
    `^${algorithm} Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$`,
  );
  const [, credential, signedHeaders, signature] = given.exec(headers.authorization ?? "") ?? [];
  const time = headers["x-amz-date"];
  const payloadHash = headers["x-amz-content-sha256"];
  if (!credential || !signedHeaders || !signature || !isTime(time) || payloadHash === undefined) return null;
  return {
    credential,
    time,
    signedHeaders: signedHeaders.split(";"),
    signature,
    payloadHash,
    query,
    expires: null,
  };
}

function readQuerySignature(query: URLSearchParams): SignatureParts | null {
  const part = (name: string) => query.get(`X-Amz-${name}`) ?? "";
  const expires = Number(part("Expires"));
  const isLimited = Number.isInteger(expires) && expires >= 1 && expires <= weekSeconds;
  const time = part("Date");
  if (part("Algorithm") !== algorithm || !isTime(time) || !isLimited) return null;
  const signed = new URLSearchParams(query);
  signed.delete("X-Amz-Signature");
  return {
    credential: part("Credential"),
    time,
    signedHeaders: part("SignedHeaders").split(";"),
    signature: part("Signature"),
    payloadHash: query.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
    query: signed,
    expires,
  };
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
  const pairs = [...claim.query].map(([name, value]) => [encode(name), encode(value)] as const);
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

function findTimeFault({ time, expires }: SignatureParts, now: Date): SignatureFault | null {
  const signedAt = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  const age = (now.getTime() - signedAt) / 1000;
  if (expires === null)
    return Math.abs(age) > skewSeconds ? { status: 403, code: "RequestTimeTooSkewed" } : null;
  return age >= expires || age < -skewSeconds ? { status: 403, code: "AccessDenied" } : null;
}

function findPayloadFault(payloadHash: string, body: Buffer): SignatureFault | null {
  if (payloadHash === "UNSIGNED-PAYLOAD") return null;
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

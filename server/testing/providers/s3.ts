import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { S3Client } from "@aws-sdk/client-s3";
import { failCall, type HttpFault, startHttpProvider } from "./http-provider.ts";

/** A request as it was received. */
interface SignedRequest {
  method: string;
  /** Path and query, as sent. */
  url: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** Null if the SDK's own signer, with our settings, comes to the same signature; otherwise S3's status and error. */
async function findSignatureFault({
  method,
  url,
  headers,
  body,
}: SignedRequest): Promise<[status: number, code: string] | null> {
  const { authorization = "", "x-amz-date": time = "" } = headers;
  const [, accessKeyId, region, names = ""] =
    /Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  if (accessKeyId === undefined) return [403, "AccessDenied"];
  if (accessKeyId !== signer.accessKeyId) return [403, "InvalidAccessKeyId"];
  if (region !== signer.region) return [400, "AuthorizationHeaderMalformed"];
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const ourSigner = await new S3Client({ region, credentials: signer }).config.signer();
  const signed = await ourSigner.sign(
    {
      ...{ method, protocol: "http:", hostname: "127.0.0.1", path: pathname, body },
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(names.split(";").map((name) => [name, headers[name] ?? ""])),
    },
    { signingDate: new Date(time.replace(/^(....)(..)(..T..)(..)/, "$1-$2-$3:$4:")) },
  );
  return signed.headers.authorization === authorization ? null : [403, "SignatureDoesNotMatch"];
}

/** The fault of one call. `lost-answer`: the work is done, and then the connection breaks. */
export type S3Fault = HttpFault | "lost-answer" | 403 | 429 | 500 | 503;

interface LocalObject {
  content: Buffer;
  contentType: string;
  storedAt: Date;
}

const signer = {
  accessKeyId: "LOCALACCESSKEY000001",
  secretAccessKey: "local/secret+access+key/of+forty+letter0",
  region: "eu-local-1",
};
const bucket = "greenroom-files";

export type LocalS3 = Awaited<ReturnType<typeof startLocalS3>>;

/**
 * S3 on loopback with path-style URLs: verifies every signature, answers in S3's format, with `pageSize` keys per page,
 * and simulates faults.
 */
export async function startLocalS3({ pageSize = 1000 } = {}) {
  /** By bucket and key: `greenroom-files/test/resumes/….pdf`. */
  const objects = new Map<string, LocalObject>();
  /** Received calls such as `PUT /bucket/key`, including those that fail. */
  const calls: string[] = [];
  const faults: S3Fault[] = [];
  let permanentFault: S3Fault | null = null;
  const { url, close } = await startHttpProvider((request, response) => {
    const fault = permanentFault ?? faults.shift();
    return handle({ request, response, objects, calls, fault, pageSize });
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
    /** Makes the next calls fail like this, one after the other. */
    fail: (...next: S3Fault[]) => faults.push(...next),
    /** The same for every call, until it is called with null. */
    failAlways(fault: S3Fault | null) {
      permanentFault = fault;
    },
    close,
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  objects: Map<string, LocalObject>;
  calls: string[];
  fault: S3Fault | undefined;
  pageSize: number;
}

async function handle(exchange: Exchange): Promise<void> {
  const { request, response, calls, fault } = exchange;
  const { method = "GET", url = "/" } = request;
  calls.push(`${method} ${url.split("?")[0]}`);
  const body = await buffer(request);
  if (fault !== undefined && fault !== "lost-answer") return fail(response, fault);
  const signatureFault = await findSignatureFault({ method, url, headers: headersOf(request), body });
  if (signatureFault !== null) return refuse(response, ...signatureFault);
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
  const { request, response, objects } = exchange;
  const path = `${bucket}/${details.key}`;
  const { "content-type": contentType = "binary/octet-stream" } = request.headers;
  if (request.method === "PUT") {
    objects.set(path, { content: details.body, contentType, storedAt: new Date() });
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

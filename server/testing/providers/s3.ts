import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { findSignatureFault, type Signer } from "./s3-signature.ts";

/** The fault of one call. `lost-answer`: the work is done, and then the connection breaks. */
export type S3Fault = "cut" | "hang" | "stall" | "lost-answer" | "malformed" | 403 | 429 | 500 | 503;

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
  port?: number;
  /** The number of keys per listing page. */
  pageSize?: number;
}

const signer: Signer = {
  accessKeyId: "LOCALACCESSKEY000001",
  secretAccessKey: "local/secret+access+key/of+forty+letter0",
  region: "eu-local-1",
};
const bucket = "greenroom-files";

/** S3 on loopback with path-style URLs: verifies every signature, answers in S3's format, and simulates faults. */
export async function startLocalS3({
  now = () => new Date(),
  port = 0,
  pageSize = 1000,
}: LocalS3Options = {}): Promise<LocalS3> {
  const objects: LocalS3["objects"] = new Map();
  const calls: string[] = [];
  const faults: S3Fault[] = [];
  let permanentFault: S3Fault | null = null;
  const server = createServer((request, response) => {
    const fault = permanentFault ?? faults.shift();
    handle({ request, response, objects, calls, fault, now: now(), pageSize }).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
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
  const body = await readBody(request);
  if (fault !== undefined && fault !== "lost-answer") return fail(response, fault);
  const signatureFault = findSignatureFault(
    { method, url, headers: headersOf(request), body },
    { signer, now },
  );
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
    read(exchange, details.query, objects.get(path));
  }
}

function read({ request, response }: Exchange, query: URLSearchParams, found: LocalObject | undefined): void {
  const isHead = request.method === "HEAD";
  if (found === undefined) {
    refuse(response, 404, "NoSuchKey", isHead);
    return;
  }
  response.writeHead(200, {
    "content-type": found.contentType,
    "content-length": found.content.length,
    ...overrideHeader(query, "content-disposition"),
    ...overrideHeader(query, "cache-control"),
  });
  response.end(isHead ? undefined : found.content);
}

function overrideHeader(query: URLSearchParams, header: string): Record<string, string> {
  const value = query.get(`response-${header}`);
  return value === null ? {} : { [header]: value };
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
  if (fault === "cut") response.destroy();
  else if (fault === "stall") response.writeHead(200, { "content-length": "1000" }).write("half");
  else if (fault === "malformed") response.writeHead(502).end("<html><p>Bad gateway</html>");
  else if (fault === 403) refuse(response, 403, "SignatureDoesNotMatch");
  else if (fault === 429 || fault === 503) refuse(response, fault, "SlowDown");
  else if (fault === 500) refuse(response, 500, "InternalError");
  // "hang": never answers.
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

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type PeerMeeting, ZoomBooks, ZoomRefused } from "./zoom-books.ts";

/** What goes wrong with one call of the API. `lost-answer`: the work is done, and then the line breaks. */
export type ZoomFault =
  | "cut"
  | "hang"
  | "stall"
  | "lost-answer"
  | "malformed"
  | "other-shape"
  | "redirect"
  | 401
  | 429
  | 500
  | 503;

export interface ZoomPeer {
  /** For `GREENROOM_ZOOM_API_URL` and `GREENROOM_ZOOM_OAUTH_URL`. */
  url: string;
  settings: Record<string, string>;
  hosts: readonly string[];
  books: ZoomBooks;
  /** Calls that came in, `POST /v2/meetings/81234567890`, faulty ones too; without their queries. */
  calls: string[];
  /** The next calls of the API (tokens aside) fail so, one after the other. */
  fail(...faults: ZoomFault[]): void;
  /** The next calls of the API are done, and answered, so many milliseconds after they came. */
  slow(...milliseconds: number[]): void;
  /** Until it is called with null, every call fails so, tokens too. */
  failAlways(fault: ZoomFault | null): void;
  /** Every token handed out so far is refused from now on. */
  dropTokens(): void;
  close(): Promise<void>;
}

interface ZoomPeerOptions {
  /** 0: any. */
  port?: number;
  hosts?: readonly string[];
  meetingsAtATime?: number;
  now?: () => Date;
}

const account = {
  id: "PeerAccount0000000001",
  clientId: "PeerClient0000000001",
  secret: "the peer's client secret",
};
const tokenSeconds = 3600;

/** Zoom on loopback, tokens and meetings: checks what Zoom checks, answers as it answers, and fails as it is told. */
export async function startZoomPeer({
  port = 0,
  hosts = ["host1@zoom.example", "host2@zoom.example"],
  meetingsAtATime = 1,
  now = () => new Date(),
}: ZoomPeerOptions = {}): Promise<ZoomPeer> {
  const books = new ZoomBooks(hosts, now);
  const state: PeerState = {
    books,
    now,
    calls: [],
    faults: [],
    delays: [],
    always: null,
    tokens: new Map(),
    url: "",
  };
  const server = createServer((request, response) => {
    handle(state, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: state.url,
    settings: {
      GREENROOM_ZOOM_ACCOUNT_ID: account.id,
      GREENROOM_ZOOM_CLIENT_ID: account.clientId,
      GREENROOM_ZOOM_CLIENT_SECRET: account.secret,
      GREENROOM_ZOOM_HOSTS: hosts.join(","),
      GREENROOM_ZOOM_MEETINGS_AT_A_TIME: String(meetingsAtATime),
      GREENROOM_ZOOM_API_URL: state.url,
      GREENROOM_ZOOM_OAUTH_URL: state.url,
    },
    hosts,
    books,
    calls: state.calls,
    fail: (...next) => state.faults.push(...next),
    slow: (...milliseconds) => state.delays.push(...milliseconds),
    failAlways: (fault) => {
      state.always = fault;
    },
    dropTokens: () => state.tokens.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface PeerState {
  books: ZoomBooks;
  now: () => Date;
  calls: string[];
  faults: ZoomFault[];
  delays: number[];
  always: ZoomFault | null;
  /** When each ends. */
  tokens: Map<string, number>;
  url: string;
}

async function handle(state: PeerState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET" } = request;
  const url = new URL(request.url ?? "/", state.url);
  if (url.pathname.startsWith("/s/") || url.pathname.startsWith("/j/")) return showDoor(state, url, response);
  const body = await readBody(request);
  state.calls.push(`${method} ${url.pathname}`);
  const isToken = url.pathname === "/oauth/token";
  if (!isToken) await sleep(state.delays.shift() ?? 0);
  const fault = state.always ?? (isToken ? undefined : state.faults.shift());
  if (fault !== undefined && fault !== "lost-answer") return fail(response, fault);
  if (isToken) return answer(response, ...tokenFor(state, url, request));
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if ((state.tokens.get(token) ?? 0) <= state.now().getTime()) {
    return answer(response, 401, { code: 124, message: "Invalid access token." });
  }
  try {
    const [status, made] = perform(state, method, url, body === "" ? {} : JSON.parse(body));
    if (fault === "lost-answer") response.destroy();
    else answer(response, status, made);
  } catch (error) {
    if (!(error instanceof ZoomRefused)) throw error;
    answer(response, error.status, { code: error.code, message: error.message });
  }
}

function tokenFor(
  state: PeerState,
  { searchParams }: URL,
  { headers, method }: IncomingMessage,
): [number, unknown] {
  const basic = `Basic ${Buffer.from(`${account.clientId}:${account.secret}`).toString("base64")}`;
  if (headers.authorization !== basic) {
    return [400, { reason: "Invalid client_id or client_secret", error: "invalid_client" }];
  }
  if (method !== "POST" || searchParams.get("grant_type") !== "account_credentials") {
    return [400, { reason: "unsupported grant type", error: "unsupported_grant_type" }];
  }
  if (searchParams.get("account_id") !== account.id) {
    return [400, { reason: "Bad Request", error: "invalid_request" }];
  }
  const token = randomBytes(24).toString("base64url");
  state.tokens.set(token, state.now().getTime() + tokenSeconds * 1000);
  return [
    200,
    {
      access_token: token,
      token_type: "bearer",
      expires_in: tokenSeconds,
      scope: "meeting:write:meeting:admin meeting:read:meeting:admin",
      api_url: state.url,
    },
  ];
}

function perform(
  { books, url: base }: PeerState,
  method: string,
  { pathname, searchParams }: URL,
  body: Record<string, unknown>,
): [number, unknown] {
  const [, host] = /^\/v2\/users\/([^/]+)\/meetings$/.exec(pathname) ?? [];
  const [, number] = /^\/v2\/meetings\/(\d+)$/.exec(pathname) ?? [];
  if (host !== undefined && method === "POST") {
    return [201, entity(books.create(decodeURIComponent(host), body), base)];
  }
  if (host !== undefined && method === "GET") {
    const pageSize = Math.min(Number(searchParams.get("page_size") ?? 30), 300);
    const from = Number(searchParams.get("next_page_token") || 0);
    const { total, page, next } = books.list(decodeURIComponent(host), pageSize, from);
    const listed = page.map((meeting) => {
      const { start_url: _, settings: __, password: ___, ...shown } = entity(meeting, base);
      return { ...shown, agenda: meeting.agenda.slice(0, 250) };
    });
    const next_page_token = next === null ? "" : String(next);
    return [200, { page_size: pageSize, total_records: total, next_page_token, meetings: listed }];
  }
  if (number !== undefined && method === "GET") return [200, entity(books.get(Number(number)), base)];
  if (number !== undefined && method === "PATCH") return [204, books.update(Number(number), body)];
  if (number !== undefined && method === "DELETE") return [204, books.delete(Number(number))];
  throw new ZoomRefused(404, 2300, "This API endpoint is not recognized.");
}

/** Addresses of the real shape, on this peer: `/j/` joins, `/s/` with a `zak` opens as the host, another one each time. */
function entity({ password, ...meeting }: PeerMeeting, base: string) {
  const zak = `eyJ${randomBytes(48).toString("base64url")}`;
  return {
    ...meeting,
    password,
    status: "waiting",
    host_email: meeting.host_id,
    join_url: `${base}/j/${meeting.id}?pwd=${password}.1`,
    start_url: `${base}/s/${meeting.id}?zak=${zak}`,
  };
}

/** What the browser sees at a meeting's addresses. Nobody is host without a `zak`. */
function showDoor({ books }: PeerState, { pathname, searchParams }: URL, response: ServerResponse): void {
  const [, door, id] = pathname.split("/");
  const isKnown = books.meetings.has(Number(id));
  const isLetIn = isKnown && (door === "j" || /^eyJ/.test(searchParams.get("zak") ?? ""));
  const title = `${door === "s" ? "You hold" : "You join"} meeting ${id}`;
  response.writeHead(isLetIn ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><title>Zoom's stand-in</title><h1>${isLetIn ? title : "No such meeting"}</h1>`,
  );
}

function fail(response: ServerResponse, fault: Exclude<ZoomFault, "lost-answer">): void {
  if (fault === "cut") response.destroy();
  else if (fault === "stall") response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
  else if (fault === "malformed") response.writeHead(200).end("<html>Bad gateway</html>");
  else if (fault === "other-shape") answer(response, 200, { meeting: {} });
  else if (fault === "redirect") response.writeHead(302, { location: "/v2/elsewhere" }).end();
  else if (fault === 401) answer(response, 401, { code: 124, message: "Invalid access token." });
  else if (fault === 429) {
    response.setHeader("retry-after", "40").setHeader("x-ratelimit-type", "Per-second-limit");
    response.setHeader("x-ratelimit-category", "Medium").setHeader("x-ratelimit-remaining", "0");
    const message = "You have reached the maximum per-second rate limit for this API. Try again later.";
    answer(response, 429, { code: 429, message });
  } else if (typeof fault === "number") answer(response, fault, { code: fault, message: "Internal error" });
  // "hang": nothing is ever said.
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json;charset=UTF-8" });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

import { randomBytes, randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { failCall, type HttpFault, sendJson, startHttpProvider } from "./http-provider.ts";

/*
 * Zoom's meetings and the rules for changing them (developers.zoom.us/docs/api/meetings and /docs/api/rate-limits).
 * A violation throws an error that the local provider answers as Zoom does: a status and `{code, message}`.
 */

export interface LocalMeeting {
  id: number;
  uuid: string;
  host_id: string;
  topic: string;
  type: number;
  agenda: string;
  /** `2026-11-20T12:30:00Z`. */
  start_time: string;
  duration: number;
  timezone: string;
  settings: Record<string, unknown>;
  password: string;
  created_at: string;
}

export class ZoomHttpError extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const changesADay = 100;

export class ZoomStore {
  readonly meetings = new Map<number, LocalMeeting>();
  /** The number of meetings ever created, including deleted ones. */
  createdCount = 0;
  readonly #hosts: readonly string[];
  readonly #now: () => Date;
  readonly #changes = new Map<string, number>();

  constructor(hosts: readonly string[], now: () => Date) {
    this.#hosts = hosts;
    this.#now = now;
  }

  create(hostId: string, body: Record<string, unknown>): LocalMeeting {
    this.#checkHost(hostId);
    const { topic, type, agenda = "", settings = {} } = body;
    refuseUnless(type === 2, "Only scheduled meetings are known here.");
    refuseUnless(
      typeof topic === "string" && topic.length <= 200,
      "Topic should be less than 200 characters.",
    );
    refuseUnless(
      typeof agenda === "string" && agenda.length <= 2000,
      "Agenda should be less than 2000 characters.",
    );
    const times = readTimes(body);
    this.#countChange(hostId);
    const meeting: LocalMeeting = {
      id: randomInt(80_000_000_000, 89_999_999_999),
      uuid: randomBytes(16).toString("base64"),
      host_id: hostId,
      topic,
      type: 2,
      agenda,
      ...times,
      settings: settings as Record<string, unknown>,
      password: randomBytes(8).toString("base64url"),
      created_at: formatInstant(this.#now()),
    };
    this.meetings.set(meeting.id, meeting);
    this.createdCount += 1;
    return meeting;
  }

  delete(id: number): void {
    this.get(id);
    this.meetings.delete(id);
  }

  get(id: number): LocalMeeting {
    const meeting = this.meetings.get(id);
    if (meeting === undefined) throw new ZoomHttpError(404, 3001, `Meeting does not exist: ${id}.`);
    return meeting;
  }

  list(hostId: string, pageSize: number, from: number) {
    this.#checkHost(hostId);
    const all = [...this.meetings.values()].filter(({ host_id }) => host_id === hostId);
    const page = all.slice(from, from + pageSize);
    return { total: all.length, page, next: from + pageSize < all.length ? from + pageSize : null };
  }

  /** Simulates that the host's quota for today is used up. */
  exhaustDailyLimit(hostId: string): void {
    this.#changes.set(this.#day(hostId), changesADay);
  }

  /** The highest number of meetings that one host holds at one time. */
  maxConcurrent(hostId: string): number {
    const times = [...this.meetings.values()]
      .filter(({ host_id }) => host_id === hostId)
      .map(({ start_time, duration }) => ({
        from: Date.parse(start_time),
        until: Date.parse(start_time) + duration * 60_000,
      }));
    return Math.max(
      0,
      ...times.map(({ from }) => times.filter((other) => other.from <= from && from < other.until).length),
    );
  }

  #checkHost(hostId: string): void {
    if (!this.#hosts.includes(hostId)) throw new ZoomHttpError(404, 1001, `User does not exist: ${hostId}.`);
  }

  /** "A single user can only make 100 create and update meeting requests per day (UTC)." */
  #countChange(hostId: string): void {
    const day = this.#day(hostId);
    const count = this.#changes.get(day) ?? 0;
    if (count >= changesADay) {
      throw new ZoomHttpError(
        429,
        429,
        `You have exceeded the daily rate limit (${changesADay}) of Meeting Create/Update API requests permitted for this particular user. You may resume these requests at GMT 00:00:00.`,
      );
    }
    this.#changes.set(day, count + 1);
  }

  #day(hostId: string): string {
    return `${hostId} ${this.#now().toISOString().slice(0, 10)}`;
  }
}

function readTimes({ start_time, duration, timezone }: Record<string, unknown>) {
  refuseUnless(
    typeof start_time === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(start_time),
    "start_time must be yyyy-MM-ddTHH:mm:ssZ.",
  );
  refuseUnless(
    Number.isInteger(duration) && (duration as number) > 0,
    "duration must be a number of minutes.",
  );
  refuseUnless(typeof timezone === "string", "timezone must be a string.");
  return { start_time, duration: duration as number, timezone };
}

function formatInstant(instant: Date): string {
  return instant.toISOString().replace(/\.\d{3}Z$/, "Z");
}

function refuseUnless(holds: boolean, message: string): asserts holds {
  if (!holds) throw new ZoomHttpError(400, 300, message);
}

/** The fault of one API call. `lost-answer`: the work is done, and then the connection breaks. */
export type ZoomFault = HttpFault | "lost-answer" | "other-shape" | 401 | 429 | 500 | 503;

export type LocalZoom = Awaited<ReturnType<typeof startLocalZoom>>;

interface LocalZoomOptions {
  hosts?: readonly string[];
  meetingsAtATime?: number;
  now?: () => Date;
}

const account = {
  id: "LocalAccount000000001",
  clientId: "LocalClient000000001",
  secret: "the local client secret",
};
const tokenSeconds = 3600;

/** Zoom on loopback, tokens and meetings: performs Zoom's checks, answers in its format, and simulates faults. */
export async function startLocalZoom({
  hosts = ["host1@zoom.example", "host2@zoom.example"],
  meetingsAtATime = 1,
  now = () => new Date(),
}: LocalZoomOptions = {}) {
  const store = new ZoomStore(hosts, now);
  const state: LocalZoomState = {
    store,
    now,
    calls: [],
    faults: [],
    delays: [],
    permanentFault: null,
    tokens: new Map(),
    url: "",
  };
  const { url, close } = await startHttpProvider((request, response) => handle(state, request, response));
  state.url = url;
  return {
    url,
    settings: {
      GREENROOM_ZOOM_ACCOUNT_ID: account.id,
      GREENROOM_ZOOM_CLIENT_ID: account.clientId,
      GREENROOM_ZOOM_CLIENT_SECRET: account.secret,
      GREENROOM_ZOOM_HOSTS: hosts.join(","),
      GREENROOM_ZOOM_MEETINGS_AT_A_TIME: String(meetingsAtATime),
      GREENROOM_ZOOM_API_URL: url,
      GREENROOM_ZOOM_OAUTH_URL: url,
    },
    hosts,
    store,
    /** Received calls such as `POST /v2/meetings/81234567890`, without their queries, including those that fail. */
    calls: state.calls,
    /** Makes the next API calls (except for tokens) fail like this, one after the other. */
    fail: (...next: ZoomFault[]) => state.faults.push(...next),
    /** Delays the next API calls and their answers by these milliseconds. */
    delayNext: (...milliseconds: number[]) => state.delays.push(...milliseconds),
    /** Makes every call fail like this, including tokens, until it is called with null. */
    failAlways: (fault: ZoomFault | null) => {
      state.permanentFault = fault;
    },
    revokeTokens: () => state.tokens.clear(),
    reset() {
      Object.assign(state, { faults: [], delays: [], permanentFault: null });
      state.calls.length = 0;
      store.meetings.clear();
      store.createdCount = 0;
    },
    close,
  };
}

interface LocalZoomState {
  store: ZoomStore;
  now: () => Date;
  calls: string[];
  faults: ZoomFault[];
  delays: number[];
  permanentFault: ZoomFault | null;
  /** Expiry times by token. */
  tokens: Map<string, number>;
  url: string;
}

async function handle(
  state: LocalZoomState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET" } = request;
  const url = new URL(request.url ?? "/", state.url);
  if (url.pathname.startsWith("/s/") || url.pathname.startsWith("/j/"))
    return serveMeetingPage(state, url, response);
  const body = await text(request);
  state.calls.push(`${method} ${url.pathname}`);
  const isToken = url.pathname === "/oauth/token";
  if (!isToken) await sleep(state.delays.shift() ?? 0);
  const fault = state.permanentFault ?? (isToken ? undefined : state.faults.shift());
  if (fault !== undefined && fault !== "lost-answer") return fail(response, fault);
  if (isToken) return sendJson(response, ...tokenFor(state, url, request));
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if ((state.tokens.get(token) ?? 0) <= state.now().getTime()) {
    return sendJson(response, 401, { code: 124, message: "Invalid access token." });
  }
  try {
    const [status, made] = execute(state, method, url, body === "" ? {} : JSON.parse(body));
    if (fault === "lost-answer") response.destroy();
    else sendJson(response, status, made);
  } catch (error) {
    if (!(error instanceof ZoomHttpError)) throw error;
    sendJson(response, error.status, { code: error.code, message: error.message });
  }
}

function tokenFor(
  state: LocalZoomState,
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

function execute(
  { store, url: base }: LocalZoomState,
  method: string,
  { pathname, searchParams }: URL,
  body: Record<string, unknown>,
): [number, unknown] {
  const [, host] = /^\/v2\/users\/([^/]+)\/meetings$/.exec(pathname) ?? [];
  const [, number] = /^\/v2\/meetings\/(\d+)$/.exec(pathname) ?? [];
  if (host !== undefined && method === "POST") {
    return [201, meetingResponse(store.create(decodeURIComponent(host), body), base)];
  }
  if (host !== undefined && method === "GET") {
    const pageSize = Math.min(Number(searchParams.get("page_size") ?? 30), 300);
    const from = Number(searchParams.get("next_page_token") || 0);
    const { total, page, next } = store.list(decodeURIComponent(host), pageSize, from);
    const listed = page.map((meeting) => {
      const { start_url: _, settings: __, password: ___, ...shown } = meetingResponse(meeting, base);
      return { ...shown, agenda: meeting.agenda.slice(0, 250) };
    });
    const next_page_token = next === null ? "" : String(next);
    return [200, { page_size: pageSize, total_records: total, next_page_token, meetings: listed }];
  }
  if (number !== undefined && method === "GET")
    return [200, meetingResponse(store.get(Number(number)), base)];
  if (number !== undefined && method === "DELETE") return [204, store.delete(Number(number))];
  throw new ZoomHttpError(404, 2300, "This API endpoint is not recognized.");
}

/** URLs in Zoom's form, on this server: `/j/` joins, `/s/` with a `zak` opens as host and differs each time. */
function meetingResponse({ password, ...meeting }: LocalMeeting, base: string) {
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

/** The browser's view of a meeting's URLs. A host needs a `zak`. */
function serveMeetingPage(
  { store }: LocalZoomState,
  { pathname, searchParams }: URL,
  response: ServerResponse,
): void {
  const [, door, id] = pathname.split("/");
  const isKnown = store.meetings.has(Number(id));
  const isLetIn = isKnown && (door === "j" || /^eyJ/.test(searchParams.get("zak") ?? ""));
  const title = `${door === "s" ? "You hold" : "You join"} meeting ${id}`;
  response.writeHead(isLetIn ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><title>Zoom's stand-in</title><h1>${isLetIn ? title : "No such meeting"}</h1>`,
  );
}

function fail(response: ServerResponse, fault: Exclude<ZoomFault, "lost-answer">): void {
  if (failCall(response, fault)) return;
  if (fault === "other-shape") sendJson(response, 200, { meeting: {} });
  else if (fault === 401) sendJson(response, 401, { code: 124, message: "Invalid access token." });
  else if (fault === 429) {
    response.setHeader("retry-after", "40").setHeader("x-ratelimit-type", "Per-second-limit");
    response.setHeader("x-ratelimit-category", "Medium").setHeader("x-ratelimit-remaining", "0");
    const message = "You have reached the maximum per-second rate limit for this API. Try again later.";
    sendJson(response, 429, { code: 429, message });
  } else if (typeof fault === "number") sendJson(response, fault, { code: fault, message: "Internal error" });
}

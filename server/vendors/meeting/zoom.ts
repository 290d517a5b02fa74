import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { z } from "zod";
import type { ZoomSettings } from "../../kernel/config/provider-settings.ts";
import type { Clock } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { callProvider, malformedResponseError, type ProviderResponse } from "../call-provider.ts";
import type { HostedMeetings, HostRefusal } from "./port.ts";

/*
 * The parts of Zoom's responses that we read (developers.zoom.us/docs/api/meetings and
 * /docs/internal-apps/s2s-oauth).
 */

export const tokenResponseSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

/** Meeting numbers are written as JSON numbers; 9 to 11 digits today. */
const meetingIdSchema = z.union([z.number().int().positive(), z.string().regex(/^\d+$/)]).transform(String);
const urlSchema = z.url({ protocol: /^https?$/ }).max(2000);

export const meetingResponseSchema = z.object({ id: meetingIdSchema, join_url: urlSchema });
export const startUrlResponseSchema = z.object({ id: meetingIdSchema, start_url: urlSchema.max(10_000) });

/** The list truncates `agenda` after 250 characters. */
export const meetingListResponseSchema = z.object({
  next_page_token: z.string().optional(),
  meetings: z.array(meetingResponseSchema.extend({ agenda: z.string().optional() })),
});

export const zoomErrorSchema = z.object({ code: z.number().optional(), message: z.string().max(1000) });
export const tokenErrorSchema = z.object({
  reason: z.string().max(500).optional(),
  error: z.string().max(500),
});

/** A scheduled meeting that takes place once. */
const scheduledMeetingType = 2;
/** The largest page of the list, and the most pages that we read. */
const pageSize = 300;
const maxPages = 20;

/** The meeting does not exist (any more); the user does not exist, or may not hold meetings. */
const meetingNotFoundCode = 3001;
const unknownUserCodes = [1001, 1010, 1120];

/**
 * Zoom over its API, as a server-to-server app. Each meeting's description contains `publicUrl` and its
 * reference, so that two installations on one account leave each other's meetings alone.
 */
export function zoomMeetings(settings: ZoomSettings, clock: Clock, publicUrl: string): HostedMeetings {
  const api = openZoomApi(settings, clock);
  const formatAgenda = (reference: string) => `Booked at ${publicUrl} (reference ${reference})`;

  function parseReference(agenda: string | undefined): string | null {
    const found = /\(reference ([0-9a-f-]{36})\)/.exec(agenda ?? "")?.[1];
    return found !== undefined && agenda === formatAgenda(found) ? found : null;
  }

  /** The refusal that concerns this host only; throws `unavailable` for one that would affect every host. */
  function toHostRefusal(call: ZoomRequest, refused: ZoomRefusal): HostRefusal {
    const isHostProblem = isDailyLimit(refused) || unknownUserCodes.includes(refused.code);
    if (!isHostProblem) throw zoomUnavailableError(call, refused, 60);
    return { hostRefuses: `${refused.status} (${refused.code}): ${refused.message}` };
  }

  return {
    name: "zoom",
    displayName: "Zoom",
    hosts: settings.hosts,
    meetingsAtATime: settings.meetingsAtATime,
    async create(request) {
      const call: ZoomRequest = {
        method: "POST",
        path: `users/${encodeURIComponent(request.hostId)}/meetings`,
        body: {
          topic: request.topic,
          type: scheduledMeetingType,
          agenda: formatAgenda(request.reference),
          start_time: request.startsAt.toISOString().replace(/\.\d{3}Z$/, "Z"),
          duration: Math.ceil((request.endsAt.getTime() - request.startsAt.getTime()) / 60_000),
          timezone: "UTC",
          // The meeting starts only with its host, and the host admits each person.
          settings: { waiting_room: true, join_before_host: false, meeting_authentication: false },
        },
      };
      const answer = await api(call);
      if (answer.refused !== null) return toHostRefusal(call, answer.refused);
      const { id, join_url } = parseZoomResponse(meetingResponseSchema, answer.json, "a new meeting");
      return { meetingId: id, joinUrl: join_url };
    },
    async remove(meetingId) {
      // We notify the participants ourselves.
      const call: ZoomRequest = {
        method: "DELETE",
        path: `meetings/${meetingId}?schedule_for_reminder=false&cancel_meeting_reminder=false`,
      };
      const { refused } = await api(call);
      if (refused !== null && refused.code !== meetingNotFoundCode)
        throw zoomUnavailableError(call, refused, 60);
    },
    async findStartUrl(meetingId) {
      const call: ZoomRequest = { method: "GET", path: `meetings/${meetingId}` };
      const answer = await api(call);
      if (answer.refused === null)
        return parseZoomResponse(startUrlResponseSchema, answer.json, "a meeting").start_url;
      if (answer.refused.code === meetingNotFoundCode) return null;
      throw zoomUnavailableError(call, answer.refused, 60);
    },
    async listMeetings(hostId) {
      const found: Awaited<ReturnType<HostedMeetings["listMeetings"]>> = [];
      let token = "";
      for (let page = 0; page < maxPages; page += 1) {
        const query = new URLSearchParams({
          type: "scheduled",
          page_size: `${pageSize}`,
          next_page_token: token,
        });
        const call: ZoomRequest = {
          method: "GET",
          path: `users/${encodeURIComponent(hostId)}/meetings?${query}`,
        };
        const answer = await api(call);
        if (answer.refused !== null) throw zoomUnavailableError(call, answer.refused, 60);
        const { meetings, next_page_token } = parseZoomResponse(
          meetingListResponseSchema,
          answer.json,
          "the list of meetings",
        );
        for (const { id, join_url, agenda } of meetings) {
          const reference = parseReference(agenda);
          if (reference !== null) found.push({ meetingId: id, joinUrl: join_url, reference });
        }
        token = next_page_token ?? "";
        if (token === "") break;
      }
      return found;
    },
  };
}

const provider = "Zoom";

export interface ZoomRequest {
  method: "GET" | "POST" | "DELETE";
  /** Under `/v2/`. */
  path: string;
  body?: unknown;
}

export interface ZoomRefusal {
  status: number;
  /** Zoom's own error number; 0 if there is none. */
  code: number;
  message: string;
}

export type ZoomResult = { refused: null; json: unknown } | { refused: ZoomRefusal };

/**
 * Makes calls of Zoom's API. If Zoom rejects a token (401), it gets a new one and retries once. Rejects with
 * `unavailable` if Zoom is down, refuses our credentials or rate-limits us; the caller handles other refusals.
 */
export function openZoomApi(
  settings: ZoomSettings,
  clock: Clock,
): (call: ZoomRequest) => Promise<ZoomResult> {
  const tokens = openZoomTokens(settings, clock);

  async function send({ method, path, body }: ZoomRequest, token: string): Promise<ProviderResponse> {
    return await callProvider({
      provider,
      url: `${settings.apiUrl}/v2/${path}`,
      method,
      headers: { authorization: `Bearer ${token}` },
      body,
      handlesRateLimit: true,
    });
  }

  return async (call) => {
    let token = await tokens.get();
    let answer = await send(call, token);
    if (answer.status === 401) {
      tokens.invalidate(token);
      token = await tokens.get();
      answer = await send(call, token);
    }
    if (answer.status < 400) return { refused: null, json: answer.json };
    const refused = parseRefusal(answer);
    if (isOurProblem(refused)) throw zoomUnavailableError(call, refused, answer.retryAfterSeconds);
    return { refused };
  };
}

/** Parses a response by its schema. Its errors never quote the response, because start URLs are secrets. */
export function parseZoomResponse<T>(schema: z.ZodType<T>, json: unknown, what: string): T {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const where = read.error.issues.map(({ path }) => path.join(".")).join(", ");
  throw malformedResponseError(provider, what, new Error(`wrong at: ${where}`));
}

/**
 * The host has used up the daily quota (100 a UTC day: developers.zoom.us/docs/api/rate-limits), so waiting a few seconds
 * does not help.
 */
export function isDailyLimit({ status, message }: ZoomRefusal): boolean {
  return status === 429 && /daily/i.test(message);
}

function parseRefusal({ status, json }: ProviderResponse): ZoomRefusal {
  const read = zoomErrorSchema.safeParse(json);
  return { status, code: read.data?.code ?? 0, message: read.data?.message ?? "no reason given" };
}

/** Users see these as "unavailable": we must fix keys or scopes, and a rate limit passes in a moment. */
function isOurProblem(refused: ZoomRefusal): boolean {
  return (
    refused.status === 401 || refused.status === 403 || (refused.status === 429 && !isDailyLimit(refused))
  );
}

export function zoomUnavailableError(
  call: ZoomRequest,
  refused: ZoomRefusal,
  retryAfterSeconds: number,
): AppError {
  const { status, code, message } = refused;
  return new AppError("unavailable", {
    msg: "Zoom cannot be used at the moment. Please try again shortly.",
    retryAfterSeconds,
    cause: new Error(`Zoom refused ${call.method} ${call.path} with ${status} (${code}): ${message}`),
  });
}

/**
 * A token is replaced this long before it expires (an hour after it was issued), so that none expires during
 * a call.
 */
const expiryMarginMinutes = 2;

export interface ZoomTokens {
  /** A valid token; concurrent callers share one request. Rejects with `unavailable`. */
  get(): Promise<string>;
  /** Discards a token that Zoom refused, so that the next `get` requests another. */
  invalidate(token: string): void;
}

/** Tokens of a server-to-server app: `account_credentials`, an hour long, without a refresh token. */
export function openZoomTokens(settings: ZoomSettings, clock: Clock): ZoomTokens {
  let cached: { token: string; goodUntil: Date } | null = null;
  let pendingRequest: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const requestedAt = clock.now();
    const { token, seconds } = await requestToken(settings);
    cached = { token, goodUntil: addMinutes(requestedAt, seconds / 60 - expiryMarginMinutes) };
    return token;
  }

  return {
    async get() {
      if (cached !== null && clock.now() < cached.goodUntil) return cached.token;
      pendingRequest ??= fetchToken().finally(() => {
        pendingRequest = null;
      });
      return await pendingRequest;
    },
    invalidate(token) {
      if (cached?.token === token) cached = null;
    },
  };
}

async function requestToken({ oauthUrl, accountId, clientId, clientSecret }: ZoomSettings) {
  const query = new URLSearchParams({ grant_type: "account_credentials", account_id: accountId });
  const answer = await callProvider({
    provider,
    url: `${oauthUrl}/oauth/token?${query}`,
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
  });
  if (answer.status >= 400) {
    const read = tokenErrorSchema.safeParse(answer.json);
    const reason = read.success ? (read.data.reason ?? read.data.error) : "no reason given";
    throw new AppError("unavailable", {
      msg: "Zoom cannot be used at the moment. Please try again shortly.",
      retryAfterSeconds: 60,
      cause: new Error(`Zoom issued no token (${answer.status}): ${reason}`),
    });
  }
  const read = tokenResponseSchema.safeParse(answer.json);
  if (!read.success) throw malformedResponseError(provider, "the answer to oauth/token", redactedError());
  return { token: read.data.access_token, seconds: read.data.expires_in };
}

/** Zod's own error may quote its input, which may be a token. */
function redactedError(): Error {
  return new Error("access_token or expires_in is missing");
}

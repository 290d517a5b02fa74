import type { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { ZoomSettings } from "../../kernel/config/meeting-settings.ts";
import { AppError } from "../../kernel/errors.ts";
import { callProvider, malformedResponseError, type ProviderResponse } from "../call-provider.ts";
import { zoomErrorSchema } from "./zoom-responses.ts";
import { openZoomTokens } from "./zoom-token.ts";

const provider = "Zoom";

export interface ZoomRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
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
 * The host has used up the daily quota (UTC) of creating and changing meetings, so waiting a few seconds does
 * not help.
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

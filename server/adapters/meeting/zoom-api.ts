import type { z } from "zod";
import { AppError } from "../../http/errors.ts";
import type { ZoomSettings } from "../../meeting-settings.ts";
import type { Clock } from "../../ports/clock.ts";
import { callProvider, malformed, type ProviderAnswer } from "../call-provider.ts";
import { errorAnswer } from "./zoom-answers.ts";
import { zoomTokens } from "./zoom-token.ts";

const provider = "Zoom";

export interface ZoomCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Under `/v2/`. */
  path: string;
  body?: unknown;
}

export interface ZoomRefusal {
  status: number;
  /** Zoom's own number for what is wrong, 0 without one. */
  code: number;
  message: string;
}

export type ZoomAnswer = { refused: null; json: unknown } | { refused: ZoomRefusal };

/**
 * One call of Zoom's API. A token that Zoom does not take (401) is replaced once. Rejects with `unavailable` when Zoom is
 * away, does not let us in, or asks us to slow down; what else it refuses is the caller's to read.
 */
export function openZoomApi(settings: ZoomSettings, clock: Clock): (call: ZoomCall) => Promise<ZoomAnswer> {
  const tokens = zoomTokens(settings, clock);

  async function send({ method, path, body }: ZoomCall, token: string): Promise<ProviderAnswer> {
    return await callProvider({
      provider,
      url: `${settings.apiUrl}/v2/${path}`,
      method,
      headers: { authorization: `Bearer ${token}` },
      body,
      reads429: true,
    });
  }

  return async (call) => {
    let token = await tokens.get();
    let answer = await send(call, token);
    if (answer.status === 401) {
      tokens.forget(token);
      token = await tokens.get();
      answer = await send(call, token);
    }
    if (answer.status < 400) return { refused: null, json: answer.json };
    const refused = readRefusal(answer);
    if (isAboutUs(refused)) throw notNow(call, refused, answer.retryAfterSeconds);
    return { refused };
  };
}

/** Reads an answer by its schema, without ever quoting it: start addresses are secrets. */
export function readAnswer<T>(schema: z.ZodType<T>, json: unknown, what: string): T {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const where = read.error.issues.map(({ path }) => path.join(".")).join(", ");
  throw malformed(provider, what, new Error(`wrong at: ${where}`));
}

/** One user's share of making and changing meetings in a UTC day is used up, which no waiting of seconds mends. */
export function isDailyLimit({ status, message }: ZoomRefusal): boolean {
  return status === 429 && /daily/i.test(message);
}

function readRefusal({ status, json }: ProviderAnswer): ZoomRefusal {
  const read = errorAnswer.safeParse(json);
  return { status, code: read.data?.code ?? 0, message: read.data?.message ?? "no reason given" };
}

/** Keys or scopes are ours to mend, and a rate limit is over in a moment: to people, Zoom is away. */
function isAboutUs(refused: ZoomRefusal): boolean {
  return (
    refused.status === 401 || refused.status === 403 || (refused.status === 429 && !isDailyLimit(refused))
  );
}

export function notNow(call: ZoomCall, refused: ZoomRefusal, retryAfterSeconds: number): AppError {
  const { status, code, message } = refused;
  return new AppError("unavailable", {
    msg: "Zoom cannot be used at the moment. Please try again shortly.",
    retryAfterSeconds,
    cause: new Error(`Zoom refused ${call.method} ${call.path} with ${status} (${code}): ${message}`),
  });
}

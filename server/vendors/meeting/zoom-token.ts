import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { ZoomSettings } from "../../kernel/config/meeting-settings.ts";
import { AppError } from "../../kernel/errors.ts";
import { callProvider, malformedResponseError } from "../call-provider.ts";
import { tokenErrorSchema, tokenResponseSchema } from "./zoom-responses.ts";

const provider = "Zoom";

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

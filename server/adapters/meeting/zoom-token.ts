import { addMinutes } from "@greenroom/contract/time.ts";
import { AppError } from "../../http/errors.ts";
import type { ZoomSettings } from "../../meeting-settings.ts";
import type { Clock } from "../../ports/clock.ts";
import { callProvider, malformed } from "../call-provider.ts";
import { tokenAnswer, tokenRefusal } from "./zoom-answers.ts";

const provider = "Zoom";

/** A token is given up so long before it ends (an hour after it was made), so that none ends under way. */
const marginMinutes = 2;

export interface ZoomTokens {
  /** A token that is good now; callers at the same time share one request. Rejects with `unavailable`. */
  get(): Promise<string>;
  /** Zoom refused this one: the next `get` asks for another. */
  forget(token: string): void;
}

/** Tokens of a server-to-server app: `account_credentials`, an hour long, without a refresh token. */
export function zoomTokens(settings: ZoomSettings, clock: Clock): ZoomTokens {
  let held: { token: string; goodUntil: Date } | null = null;
  let asking: Promise<string> | null = null;

  async function ask(): Promise<string> {
    const askedAt = clock.now();
    const { token, seconds } = await requestToken(settings);
    held = { token, goodUntil: addMinutes(askedAt, seconds / 60 - marginMinutes) };
    return token;
  }

  return {
    async get() {
      if (held !== null && clock.now() < held.goodUntil) return held.token;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return await asking;
    },
    forget(token) {
      if (held?.token === token) held = null;
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
    const read = tokenRefusal.safeParse(answer.json);
    const reason = read.success ? (read.data.reason ?? read.data.error) : "no reason given";
    throw new AppError("unavailable", {
      msg: "Zoom cannot be used at the moment. Please try again shortly.",
      retryAfterSeconds: 60,
      cause: new Error(`Zoom gives no token (${answer.status}): ${reason}`),
    });
  }
  const read = tokenAnswer.safeParse(answer.json);
  if (!read.success) throw malformed(provider, "the answer to oauth/token", withoutToken());
  return { token: read.data.access_token, seconds: read.data.expires_in };
}

/** Not zod's own error: it may quote what it read, and that may be a token. */
function withoutToken(): Error {
  return new Error("access_token or expires_in is missing");
}

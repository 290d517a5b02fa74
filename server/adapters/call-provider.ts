import { AppError } from "../http/errors.ts";
import { answerWithin } from "../ports/answer-within.ts";

/** The most that is read of an answer, in bytes. */
const answerLimit = 1_000_000;

export interface ProviderCall {
  /** For sentences and logs: `Razorpay`. */
  provider: string;
  url: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** The caller reads a 429 itself, for the provider says in it which limit was reached. */
  reads429?: boolean;
}

export interface ProviderAnswer {
  status: number;
  /** Null when there is no content (204). */
  json: unknown;
  retryAfterSeconds: number;
}

/**
 * One call of a provider's JSON interface. Redirects are not followed: nobody shall send our keys elsewhere. Throws
 * `unavailable` when it cannot be reached, hangs, answers 429 (unless `reads429`) or 5xx, redirects, or answers what is no
 * JSON; any other status is the caller's to read.
 */
export async function callProvider(call: ProviderCall): Promise<ProviderAnswer> {
  const { url, method, headers, body } = call;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers, ...contentType(body) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithin),
    });
    text = await readText(response);
  } catch (cause) {
    throw away(call, "could not be reached", cause);
  }
  const { status } = response;
  const isLimit = status === 429 && call.reads429 !== true;
  if (isLimit || status >= 500) throw away(call, `answered ${status}`, undefined, response);
  if (status >= 300 && status < 400) throw away(call, `answered with a redirect (${status})`);
  const retryAfterSeconds = retryAfter(response);
  if (status === 204) return { status, json: null, retryAfterSeconds };
  try {
    return { status, json: JSON.parse(text) as unknown, retryAfterSeconds };
  } catch (cause) {
    throw away(call, `answered ${status} with what is no JSON`, cause);
  }
}

/** Throws the `unavailable` of an answer that is not of the documented form. */
export function malformed(provider: string, what: string, cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: `${provider} does not answer as it should at the moment. Please try again shortly.`,
    retryAfterSeconds: 10,
    cause: new Error(`${provider}: ${what} is not of the documented form`, { cause }),
  });
}

function contentType(body: unknown): Record<string, string> {
  return body === undefined ? {} : { "content-type": "application/json" };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > answerLimit) throw new Error(`the answer is longer than ${answerLimit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function away({ provider, method, url }: ProviderCall, what: string, cause?: unknown, response?: Response) {
  return new AppError("unavailable", {
    msg: `${provider} cannot be reached at the moment. Please try again shortly.`,
    retryAfterSeconds: retryAfter(response),
    cause: new Error(`${provider} ${what}: ${method} ${new URL(url).pathname}`, { cause }),
  });
}

/** What `Retry-After` asks for, in seconds or until a date (RFC 9110 §10.2.3); at most an hour, else ten seconds. */
function retryAfter(response: Response | undefined): number {
  const asked = response?.headers.get("retry-after")?.trim() ?? "";
  const seconds = /^\d+$/.test(asked) ? Number(asked) : Math.ceil((Date.parse(asked) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, 3600) : 10;
}

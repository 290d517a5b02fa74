import { AppError } from "../http/errors.ts";
import { answerWithin } from "../ports/answer-within.ts";

/** The most that is read of an answer, in bytes. */
const answerLimit = 1_000_000;

export interface ProviderCall {
  /** For sentences and logs: `Razorpay`. */
  provider: string;
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export interface ProviderAnswer {
  status: number;
  json: unknown;
}

/**
 * One call of a provider's JSON interface. Redirects are not followed: nobody shall send our keys elsewhere. Throws
 * `unavailable` when it cannot be reached, hangs, answers 429 or 5xx, redirects, or answers what is no JSON; any other
 * status is the caller's to read.
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
  if (status === 429 || status >= 500) throw away(call, `answered ${status}`, undefined, response);
  if (status >= 300 && status < 400) throw away(call, `answered with a redirect (${status})`);
  try {
    return { status, json: JSON.parse(text) as unknown };
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

/** Seconds: what the provider asks for, at most an hour, else ten. */
function retryAfter(response: Response | undefined): number {
  const asked = Number(response?.headers.get("retry-after"));
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, 3600) : 10;
}

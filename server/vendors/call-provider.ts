import { providerTimeoutMilliseconds, withDeadline } from "../kernel/concurrency.ts";
import { AppError } from "../kernel/errors.ts";

/** The largest response that we read, in bytes. */
const maxResponseBytes = 1_000_000;

export interface ProviderRequest {
  /** For messages and logs: `Razorpay`. */
  provider: string;
  url: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart/form-data, instead of `body`. */
  form?: FormData;
  /** True if the caller handles a 429 itself, because the provider's message says which limit was reached. */
  handlesRateLimit?: boolean;
  /** A longer time limit for the response in milliseconds, where four seconds are not enough. */
  within?: number;
  /** Ends the call early. */
  signal?: AbortSignal;
}

export interface ProviderResponse {
  status: number;
  /** Null for a response without content (204). */
  json: unknown;
  retryAfterSeconds: number;
}

/**
 * Makes one call of a provider's JSON API. It does not follow redirects, so that our keys never go to another host.
 * Throws `unavailable` if the provider cannot be reached, times out, answers 429 (unless `handlesRateLimit`) or
 * 5xx, redirects, or sends something other than JSON. The caller handles any other status.
 */
export async function callProvider(call: ProviderRequest): Promise<ProviderResponse> {
  let response: Response;
  let text: string;
  try {
    [response, text] = await withDeadline(
      call.within ?? providerTimeoutMilliseconds,
      call.signal,
      async (signal) => {
        const received = await send(call, signal);
        return [received, await readText(received)] as const;
      },
    );
  } catch (cause) {
    throw unavailableError(call, "could not be reached", cause);
  }
  return readResponse(call, response, text);
}

function readResponse(call: ProviderRequest, response: Response, text: string): ProviderResponse {
  const { status } = response;
  const isLimit = status === 429 && call.handlesRateLimit !== true;
  if (isLimit || status >= 500) throw unavailableError(call, `answered ${status}`, undefined, response);
  if (status >= 300 && status < 400) throw unavailableError(call, `answered with a redirect (${status})`);
  const retryAfterSeconds = retryAfter(response);
  if (status === 204) return { status, json: null, retryAfterSeconds };
  try {
    return { status, json: JSON.parse(text) as unknown, retryAfterSeconds };
  } catch (cause) {
    throw unavailableError(call, `answered ${status} with what is no JSON`, cause);
  }
}

async function send(
  { url, method, headers, body, form }: ProviderRequest,
  signal: AbortSignal,
): Promise<Response> {
  return await fetch(url, {
    method,
    headers: { accept: "application/json", ...headers, ...contentType(body) },
    ...(form === undefined ? {} : { body: form }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "manual",
    signal,
  });
}

/** Creates the `unavailable` error for a response that does not match the documentation. */
export function malformedResponseError(provider: string, what: string, cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: `${provider} does not answer as it should at the moment. Please try again shortly.`,
    retryAfterSeconds: 10,
    cause: new Error(`${provider}: ${what} does not have the documented form`, { cause }),
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
    if (size > maxResponseBytes) throw new Error(`the answer is longer than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function unavailableError(
  { provider, method, url }: ProviderRequest,
  what: string,
  cause?: unknown,
  response?: Response,
) {
  return new AppError("unavailable", {
    msg: `${provider} cannot be reached at the moment. Please try again shortly.`,
    retryAfterSeconds: retryAfter(response),
    cause: new Error(`${provider} ${what}: ${method} ${new URL(url).pathname}`, { cause }),
  });
}

/**
 * The delay that `Retry-After` asks for, given in seconds or as a date (RFC 9110 §10.2.3): at most an hour,
 * and ten seconds without the header.
 */
function retryAfter(response: Response | undefined): number {
  const text = response?.headers.get("retry-after")?.trim() ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, 3600) : 10;
}

import type { Endpoint, EndpointCall, EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { readNextCursor } from "@greenroom/contract/kernel/next-page.ts";
import { currentToken } from "./access-token.ts";
import { NetworkError } from "./errors.ts";
import { apiErrorFrom, parseJson, type RequestTarget, requestUrl } from "./request.ts";
import { startRequestTimeout } from "./request-timeout.ts";
import { sessionEnded } from "./session-ended.ts";

/** A server that does not answer for this long counts as unreachable. */
const callTimeoutMilliseconds = 15_000;

export interface CallOptions {
  signal?: AbortSignal;
  /**
   * Sent as `Idempotency-Key`: create it with `crypto.randomUUID()` for each intent and keep it across retries.
   */
  idempotencyKey?: string;
  /** Sent as `If-Match`: the version on which this save is based; 409 when another save came in between. */
  ifMatch?: string;
  /** Sent as `X-Time-Zone`: the zone for the times of a mail to somebody who has no account yet. */
  timeZone?: string;
  /** Used instead of the session's token, by the call that ends a session which is already cleared here. */
  token?: string;
  /** The request continues even if the page is left meanwhile. */
  keepalive?: boolean;
}

export type CallInput<E extends Endpoint> = EndpointCall<E> & CallOptions;

/** The second argument, optional when the endpoint needs no input. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends EndpointCall<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

type UntypedInput = CallOptions & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/**
 * Makes one call of the contract and returns its output.
 *
 * @throws ApiError when the server refuses, NetworkError when it cannot be reached or does not answer in
 * time, the signal's own reason when the caller aborts.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<EndpointOutput<E>> {
  return (await callForResponse(endpoint, ...input)).output;
}

/**
 * Loads code that makes a call, or its endpoint, when it is needed: public pages load no schemas. Without a connection
 * it fails as the call would.
 */
export async function loadForCall<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return await load().catch((cause: unknown) => {
    throw new NetworkError("The code of a call could not be loaded", { cause });
  });
}

/** A page of a list; `next` is the `after` of the next page, null on the last. */
export interface ListPage<Output> {
  output: Output;
  next: string | null;
}

/** Like `call`, for a list that has pages. */
export async function callForPage<E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): Promise<ListPage<EndpointOutput<E>>> {
  const { output, headers } = await callForResponse(endpoint, ...input);
  return { output, next: readNextCursor(headers.get("Link")) };
}

async function callForResponse<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<{ output: EndpointOutput<E>; headers: Headers }> {
  const options = (input ?? {}) as UntypedInput;
  const token = options.token ?? currentToken();
  const { response, text } = await send(endpoint, options, token);
  if (!response.ok) {
    const error = apiErrorFrom(response.status, text, response.headers.get("Retry-After"));
    sessionEnded.recordError(error, token, currentToken());
    throw error;
  }
  return { output: readOutput<EndpointOutput<E>>(response.status, text), headers: response.headers };
}

async function send(target: RequestTarget, options: UntypedInput, token: string | null) {
  const timeout = startRequestTimeout(callTimeoutMilliseconds);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
  const init: RequestInit = { method: target.method, headers: requestHeaders(options, token), signal };
  if (options.keepalive) init.keepalive = true;
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  const url = requestUrl(target, options.params, options.query);
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new NetworkError(`${target.method} ${target.path} got no response`, {
      cause,
      timedOut: timeout.signal.aborted,
    });
  } finally {
    timeout.clear();
  }
}

function requestHeaders(options: UntypedInput, token: string | null): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (options.body !== undefined) headers.set("Content-Type", "application/json");
  if (options.idempotencyKey !== undefined) headers.set("Idempotency-Key", options.idempotencyKey);
  if (options.timeZone !== undefined) headers.set("X-Time-Zone", options.timeZone);
  if (options.ifMatch !== undefined) headers.set("If-Match", options.ifMatch);
  return headers;
}

/** The server's own tests check that it keeps the contract, so the browser does not validate again. */
export function readOutput<Output>(status: number, text: string): Output {
  if (status === 204) return undefined as Output;
  const body = parseJson(text);
  if (body === undefined) throw new NetworkError("The response is not JSON, so it is not from our server");
  return body as Output;
}

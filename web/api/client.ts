import type { ErrorBody, ErrorCode, FieldProblem } from "@greenroom/contract/kernel/endpoint.ts";
import { readNextCursor } from "@greenroom/contract/kernel/next-page.ts";
import { takeEarlyResponse } from "./early-calls.ts";
import { type EndpointName, type InputOf, type OutputOf, splitName } from "./endpoints.ts";

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

export type CallInput<Name extends EndpointName> = InputOf<Name> & CallOptions;

/** The second argument, optional when the endpoint needs no input. */
export type CallArguments<Name extends EndpointName> =
  Record<never, never> extends InputOf<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

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
export async function call<Name extends EndpointName>(
  endpoint: Name,
  ...input: CallArguments<Name>
): Promise<OutputOf<Name>> {
  return (await callForResponse(endpoint, ...input)).output;
}

/** A page of a list; `next` is the `after` of the next page, null on the last. */
export interface ListPage<Output> {
  output: Output;
  next: string | null;
}

/** Like `call`, for a list that has pages. */
export async function callForPage<Name extends EndpointName>(
  endpoint: Name,
  ...input: CallArguments<Name>
): Promise<ListPage<OutputOf<Name>>> {
  const { output, headers } = await callForResponse(endpoint, ...input);
  return { output, next: readNextCursor(headers.get("Link")) };
}

async function callForResponse<Name extends EndpointName>(
  endpoint: Name,
  ...[input]: CallArguments<Name>
): Promise<{ output: OutputOf<Name>; headers: Headers }> {
  const options = (input ?? {}) as UntypedInput;
  const token = options.token ?? currentToken();
  const { response, text } = await send(endpoint, options, token);
  if (!response.ok) {
    throw refusalOf(response.status, text, response.headers.get("Retry-After"), token);
  }
  return { output: readOutput<OutputOf<Name>>(response.status, text), headers: response.headers };
}

async function send(endpoint: EndpointName, options: UntypedInput, token: string | null) {
  const { method, path } = splitName(endpoint);
  const timeout = startRequestTimeout(callTimeoutMilliseconds);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
  const init: RequestInit = { method, headers: requestHeaders(options, token), signal };
  if (options.keepalive) init.keepalive = true;
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  const url = requestUrl(path, options.params, options.query);
  try {
    const response = (await takeEarlyResponse(method, url, token)) ?? (await fetch(url, init));
    return { response, text: await response.text() };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new NetworkError(`${endpoint} got no response`, {
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

type Values = Record<string, unknown>;

/**
 * The URL of a request: `:name` segments are filled from `params`, and `query` is appended without undefined
 * values.
 */
export function requestUrl(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const definedQuery = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (definedQuery.length === 0) return filled;
  return `${filled}?${new URLSearchParams(definedQuery.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * The error of a call that was refused; `msg` is empty for a body that is not ours. Records if it was refused because of
 * its token.
 */
export function refusalOf(
  status: number,
  bodyText: string,
  retryAfter: string | null,
  sentToken: string | null,
): ApiError {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const error = new ApiError(status, readErrorBody(bodyText), Number.isFinite(seconds) ? seconds : null);
  sessionEnded.recordError(error, sentToken, currentToken());
  return error;
}

function readErrorBody(text: string): object {
  const body = parseJson(text);
  const isErrorBody =
    typeof body === "object" && body !== null && "msg" in body && typeof body.msg === "string";
  return isErrorBody ? body : {};
}

/** The JSON value of `text`, undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page is expected here; the caller checks for `undefined`.
    return undefined;
  }
}

/** The time limit of one call. */
export interface RequestTimeout {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal;
  /** Call it when the request has ended. */
  clear(): void;
}

/** Uses the page's timers instead of `AbortSignal.timeout`, whose clock tests cannot control. */
export function startRequestTimeout(milliseconds: number): RequestTimeout {
  const controller = new AbortController();
  const reason = new DOMException("No response arrived in time", "TimeoutError");
  const timer = setTimeout(() => controller.abort(reason), milliseconds);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** The server answered with an error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** The server's message for people; empty when the response is not from our server (a proxy's page). */
  readonly msg: string;
  readonly details: ErrorBody["details"];
  readonly requestId: string | null;
  /** From `Retry-After`, null without that header. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds: number | null) {
    super(body.msg || `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? (status >= 502 && status <= 504 ? "unavailable" : "internal");
    this.msg = body.msg ?? "";
    this.details = body.details;
    this.requestId = body.requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server could not be reached, did not answer in time, or the connection broke during its answer. */
export class NetworkError extends Error {
  readonly timedOut: boolean;
  /** The change may have been made, and sending the same request again makes it once (`callOnce`). */
  readonly canRepeat: boolean;

  constructor(message: string, options: ErrorOptions & { timedOut?: boolean; canRepeat?: boolean } = {}) {
    super(message, options);
    this.name = "NetworkError";
    this.timedOut = options.timedOut ?? false;
    this.canRepeat = options.canRepeat ?? false;
  }
}

const canRepeatMessage = "We couldn't check whether it arrived. It's safe to try again: it counts only once.";

/**
 * The message for a failed call, as in docs/messages.md: the server's own `msg`, else `failed`, or `network`
 * when there was no answer.
 */
export function errorMessage(error: unknown, messages: { failed: string; network: string }): string {
  if (error instanceof NetworkError)
    return error.canRepeat ? `${messages.network}\n${canRepeatMessage}` : messages.network;
  if (error instanceof ApiError && error.msg) return error.msg;
  return messages.failed;
}

/** The fields that the server found invalid, empty when the error is about something else. */
export function fieldProblems(error: unknown): FieldProblem[] {
  return error instanceof ApiError && Array.isArray(error.details) ? error.details : [];
}

/** True when our server says that the address names nothing, so that asking again does not help. */
export function isWrongAddress(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "invalid_input" || error.code === "not_found");
}

/** True when the server no longer knows the session; the site shows its own notice for that. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** True when the server would refuse the same request again, so that only a changed one helps. */
export function isFinalRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 408, 429].includes(error.status)
  );
}

/** True when a retry may succeed: nobody answered, or the server asked us to come back. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status === 503);
}

/** Messages for requests that got no answer. A message that also says what was kept stands beside its request. */
export const networkMessages = {
  checkConnection: "⚠️ Network error. Please check your connection.",
  unavailable: "Network error or server unavailable.",
  /** In forms whose other messages end without a period, too. */
  unavailableInForm: "Network error or server unavailable",
  short: "Network error.",
} as const;

/**
 * Gives calls the bearer token. The session registers itself here, so that this folder does not depend
 * on a domain.
 */
let readToken: () => string | null = () => null;

/** Makes `read` the source of the token for every later call. */
export function setTokenSource(read: () => string | null): void {
  readToken = read;
}

export function currentToken(): string | null {
  return readToken();
}

type Listener = () => void;

let ended = false;
const listeners = new Set<Listener>();

function setEnded(value: boolean): void {
  if (ended === value) return;
  ended = value;
  for (const listener of listeners) listener();
}

/**
 * Whether the server no longer accepts the token that we hold. This alone does not sign anybody out
 * (requirements §8).
 */
export const sessionEnded = {
  /** Records a refused call if it was refused because of its token. */
  recordError(error: ApiError, sentToken: string | null, currentToken: string | null): void {
    if (error.code === "not_signed_in" && sentToken !== null && sentToken === currentToken) setEnded(true);
  },
  clear(): void {
    setEnded(false);
  },
  isEnded(): boolean {
    return ended;
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

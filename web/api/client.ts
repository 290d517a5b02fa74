import type { Endpoint, EndpointCall, EndpointOutput } from "@greenroom/contract/endpoint.ts";
import { currentToken } from "./credentials.ts";
import { NetworkError } from "./errors.ts";
import type { LightEndpoint, Target } from "./light-endpoint.ts";
import { startPatience } from "./patience.ts";
import { errorFrom, parsedJson, requestUrl } from "./request.ts";
import { sessionEnded } from "./session-ended.ts";

/** A server that has said nothing for this long is taken for unreachable. */
const patienceMilliseconds = 15_000;

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: make one with `crypto.randomUUID()` for each intent and keep it over retries. */
  idempotencyKey?: string;
  /** Sent as `If-Match`: the version that this save builds upon; 409 when another save came in between. */
  ifMatch?: string;
  /** Instead of the session's own token; for the call that ends a session which is already forgotten here. */
  token?: string;
  /** Goes through to the server although the page is left meanwhile. */
  keepalive?: boolean;
}

export type CallInput<E extends Endpoint> = EndpointCall<E> & CallOptions;

/** The second argument, optional when the endpoint needs nothing. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends EndpointCall<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

type LooseInput = CallOptions & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/**
 * Makes one call of the contract and answers its output.
 * @throws ApiError when the server refuses, NetworkError when it cannot be reached or hangs, the signal's own
 * reason when the caller aborts.
 */
export async function call<E extends Endpoint>(
  endpoint: E | LightEndpoint<E>,
  ...[input]: CallArguments<E>
): Promise<EndpointOutput<E>> {
  const given = (input ?? {}) as LooseInput;
  const token = given.token ?? currentToken();
  const { response, text } = await send(endpoint, given, token);
  if (!response.ok) {
    const error = errorFrom(response.status, text, response.headers.get("Retry-After"));
    sessionEnded.noticeError(error, token, currentToken());
    throw error;
  }
  return outputOf<EndpointOutput<E>>(response.status, text);
}

async function send(target: Target, given: LooseInput, token: string | null) {
  const patience = startPatience(patienceMilliseconds);
  const signal = given.signal ? AbortSignal.any([given.signal, patience.signal]) : patience.signal;
  const init: RequestInit = { method: target.method, headers: headersOf(given, token), signal };
  if (given.keepalive) init.keepalive = true;
  if (given.body !== undefined) init.body = JSON.stringify(given.body);
  const url = requestUrl(target, given.params, given.query);
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    if (given.signal?.aborted) throw cause;
    throw new NetworkError(`${target.method} ${target.path} got no answer`, {
      cause,
      timedOut: patience.signal.aborted,
    });
  } finally {
    patience.end();
  }
}

function headersOf(given: LooseInput, token: string | null): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (given.body !== undefined) headers.set("Content-Type", "application/json");
  if (given.idempotencyKey !== undefined) headers.set("Idempotency-Key", given.idempotencyKey);
  if (given.ifMatch !== undefined) headers.set("If-Match", given.ifMatch);
  return headers;
}

/** The server is trusted to keep the contract (its own tests hold it to it), so nothing is checked twice here. */
export function outputOf<Output>(status: number, text: string): Output {
  if (status === 204) return undefined as Output;
  const body = parsedJson(text);
  if (body === undefined) throw new NetworkError("The answer is not JSON: something stands between us");
  return body as Output;
}

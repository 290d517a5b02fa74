import type { Endpoint, EndpointCall } from "@greenroom/contract/kernel/endpoint.ts";
import { currentToken } from "./access-token.ts";
import { NetworkError } from "./errors.ts";
import { apiErrorFrom, parseJson, requestUrl } from "./request.ts";
import { sessionEnded } from "./session-ended.ts";

type EventsInput<E extends Endpoint> = EndpointCall<E> & { signal: AbortSignal };

/**
 * Makes one call whose answer is a stream of server-sent events, and yields the data of each as it arrives.
 *
 * @throws ApiError when the server refuses, NetworkError when it cannot be reached or the stream breaks, the signal's own
 * reason when the caller aborts.
 */
export async function* callForEvents<E extends Endpoint>(
  endpoint: E,
  input: EventsInput<E>,
): AsyncGenerator<unknown, void, undefined> {
  const { params, signal } = input as { params?: Record<string, unknown>; signal: AbortSignal };
  const token = currentToken();
  const headers = new Headers({ Accept: "text/event-stream" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  try {
    const response = await fetch(requestUrl(endpoint, params), { method: endpoint.method, headers, signal });
    if (!response.ok) {
      const error = apiErrorFrom(response.status, await response.text(), response.headers.get("Retry-After"));
      sessionEnded.recordError(error, token, currentToken());
      throw error;
    }
    if (response.body !== null) yield* readEvents(response.body);
  } catch (cause) {
    if (signal.aborted || (cause instanceof Error && cause.name === "ApiError")) throw cause;
    throw new NetworkError(`${endpoint.method} ${endpoint.path} was interrupted`, { cause, timedOut: false });
  }
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  // Not every browser can iterate over a stream.
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const events = (rest + read.value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const value = parseJson(event.replace(/^data: /, ""));
        if (value !== undefined) yield value;
      }
    }
  } finally {
    // A caller that stops early must not keep the connection open.
    await reader.cancel().catch(() => undefined);
  }
}

import type { Endpoint, EndpointOutput } from "@greenroom/contract/core/endpoint.ts";
import { type CallInput, call } from "./client.ts";
import { ApiError, NetworkError } from "./errors.ts";

/** How often a request is sent whose answer was lost, and how long to wait in between. */
const attempts = 3;
const pauseMilliseconds = 1_500;

type SendOnce = <Answer>(
  request: unknown,
  send: (idempotencyKey: string) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Sends a request under one `Idempotency-Key` until the server accepts or refuses it. While the outcome is
 * unknown, sending again, also by the person's next click, counts as the same request and gets the first
 * answer. A request without an answer is sent again too, because a busy server may store it later than the call
 * waits.
 */
export function createSendOnce(
  makeKey: () => string = () => crypto.randomUUID(),
  pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
): SendOnce {
  const keys = new Map<string, string>();
  return async (request, send) => {
    const name = JSON.stringify(request);
    const key = keys.get(name) ?? makeKey();
    keys.set(name, key);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await send(key);
        keys.delete(name);
        return answer;
      } catch (error) {
        if (isRefusal(error)) keys.delete(name);
        if (!isUncertain(error)) throw error;
        if (attempt === attempts) throw error instanceof NetworkError ? repeatable(error) : error;
        await pause(pauseMilliseconds * attempt);
      }
    }
  };
}

function repeatable(cause: NetworkError): NetworkError {
  return new NetworkError(cause.message, { cause, timedOut: cause.timedOut, canRepeat: true });
}

/** True when the change may have been made despite the error. */
function isUncertain(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/**
 * True when the server has refused this request, which ends its key. After 401 and 429 an earlier attempt may
 * still have been accepted, and the same request can be sent again later.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;
}

export const sendOnce = createSendOnce();

/** Like `call`, for a change that must happen once, however unreliable the connection is. */
export function callOnce<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<EndpointOutput<E>> {
  return sendOnce([endpoint.method, endpoint.path, input], (idempotencyKey) =>
    call<Endpoint>(endpoint, { ...(input as CallInput<Endpoint>), idempotencyKey }),
  ) as Promise<EndpointOutput<E>>;
}

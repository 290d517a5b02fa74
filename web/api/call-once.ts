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
 * answer.
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
        if (error instanceof ApiError && error.status < 500) keys.delete(name);
        if (!isUncertain(error) || hasTimedOut(error) || attempt === attempts) throw error;
        await pause(pauseMilliseconds * attempt);
      }
    }
  };
}

/** True when the change may have been made despite the error. */
function isUncertain(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** The person has waited long enough, and their next click sends again. */
function hasTimedOut(error: unknown): boolean {
  return error instanceof NetworkError && error.timedOut;
}

export const sendOnce = createSendOnce();

/** Like `call`, for a change that must happen once, however unreliable the connection is. */
export function callOnce<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<EndpointOutput<E>> {
  return sendOnce([endpoint.method, endpoint.path, input], (idempotencyKey) =>
    call<Endpoint>(endpoint, { ...(input as CallInput<Endpoint>), idempotencyKey }),
  ) as Promise<EndpointOutput<E>>;
}

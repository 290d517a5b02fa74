import { callProviderForStream, type ProviderResponse } from "../call-provider.ts";
import { type ModelCall, modelUnavailableError } from "./call-model.ts";
import { readEvents } from "./read-events.ts";

/**
 * Opens one stream of a model's events, parsed from JSON. Returns a rejected request (400, 413, 422) as it is. Throws
 * `unavailable` if the model cannot be reached or refuses our key. It does not wait after a 429.
 */
export async function openModelStream(
  call: ModelCall,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown> | ProviderResponse> {
  const answer = await callProviderForStream({ ...call, method: "POST", handlesRateLimit: true, signal });
  if ("body" in answer) return readEvents(answer.body, call.provider);
  if ([400, 413, 422].includes(answer.status)) return answer;
  throw modelUnavailableError(call, answer);
}

export function isStream(
  opened: AsyncIterable<unknown> | ProviderResponse,
): opened is AsyncIterable<unknown> {
  return Symbol.asyncIterator in opened;
}

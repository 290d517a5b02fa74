import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../kernel/errors.ts";
import { callProvider, callProviderForStream, type ProviderResponse } from "../call-provider.ts";
import type { TextModel } from "./port.ts";

/** The most characters that we read of one stream. */
const maxStreamCharacters = 500_000;

/**
 * Reads the data of server-sent events as JSON, until the stream or `[DONE]` ends them. Throws `unavailable` if the
 * connection breaks or an event is not JSON. Comments, names and ids of events are ignored: both vendors repeat the
 * name inside the data.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  provider: string,
): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  let size = 0;
  try {
    for await (const chunk of body) {
      const text = decoder.decode(chunk, { stream: true });
      size += text.length;
      if (size > maxStreamCharacters) throw new Error(`the stream is longer than ${maxStreamCharacters}`);
      const events = (rest + text).split(/\r?\n\r?\n/);
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = dataOf(event);
        if (data === "[DONE]") return;
        if (data !== null) yield JSON.parse(data) as unknown;
      }
    }
  } catch (cause) {
    throw streamBrokenError(provider, cause);
  }
}

/** The data of one event, whose lines are joined; null for an event without data. */
function dataOf(event: string): string | null {
  const lines = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  return lines.length === 0 ? null : lines.join("\n");
}

/** Creates the error for a stream that broke, or that the provider ended with an error. */
export function streamBrokenError(provider: string, cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: `${provider} cannot be reached at the moment. Please try again shortly.`,
    retryAfterSeconds: 10,
    cause: new Error(`${provider}: the stream broke off`, { cause }),
  });
}

/** How long one answer may take, in milliseconds. */
const oneAnswerWithin = 60_000;
/** How often a rate-limited call is retried. */
const maxRetries = 2;
/**
 * The longest wait before a retry, in seconds. If the provider asks for more, the caller should come back
 * later.
 */
const longestWait = 30;

export interface ModelCall {
  provider: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/**
 * Makes one call of a model, and waits after a 429 while the caller's deadline allows. Throws `unavailable` if the
 * model cannot be reached or refuses our key. Returns a 200 or a rejected request (400, 413, 422).
 */
export async function callModel(call: ModelCall, signal: AbortSignal): Promise<ProviderResponse> {
  for (let waits = 0; ; waits += 1) {
    signal.throwIfAborted();
    const answer = await callProvider({
      ...call,
      method: "POST",
      handlesRateLimit: true,
      within: oneAnswerWithin,
      signal,
    });
    if (answer.status === 429) {
      if (waits === maxRetries || answer.retryAfterSeconds > longestWait)
        throw modelUnavailableError(call, answer);
      await sleep(answer.retryAfterSeconds * 1000, undefined, { signal });
      continue;
    }
    if (answer.status === 200 || [400, 413, 422].includes(answer.status)) return answer;
    throw modelUnavailableError(call, answer);
  }
}

/** Creates the `unavailable` error for a model that did not answer with text. */
export function modelUnavailableError(
  { provider }: Pick<ModelCall, "provider">,
  answer: ProviderResponse,
): AppError {
  return new AppError("unavailable", {
    msg: "The language model cannot be reached at the moment.",
    retryAfterSeconds: answer.retryAfterSeconds,
    cause: new Error(`${provider} answered ${answer.status}: ${reasonOf(answer.json)}`),
  });
}

/** The provider's error message, in one short line. */
export function reasonOf(json: unknown): string {
  const error = (json as { error?: unknown } | null)?.error;
  const message = typeof error === "string" ? error : (error as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message.replace(/\s+/g, " ").slice(0, 200) : "no reason given";
}

/** The instructions for a provider that does not enforce a schema: the prompt contains the schema. */
export function withSchema(instructions: string, json: Record<string, unknown>): string {
  return `${instructions}\n\nAnswer with one JSON object and nothing else. It must match this JSON schema:\n${JSON.stringify(json)}`;
}

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

const checkWithin = 20_000;

/** Asks for one word. A truncated answer is fine too, because it shows that URL, key and model are right. */
export async function checkModel(model: Pick<TextModel, "complete">): Promise<void> {
  const word = {
    type: "object",
    properties: { word: { type: "string" } },
    required: ["word"],
    additionalProperties: false,
  };
  await model.complete(
    {
      instructions: "Answer with the word ready.",
      data: "Are you ready?",
      schema: { name: "readiness", json: word },
      maxOutputTokens: 64,
    },
    AbortSignal.timeout(checkWithin),
  );
}

import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../kernel/errors.ts";
import { callProvider, type ProviderResponse } from "../call-provider.ts";
import type { TextModel } from "./port.ts";

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

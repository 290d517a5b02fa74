import { readProviderUrl } from "./addresses.ts";
import type { EnvironmentReader } from "./environment.ts";

/** The language model that drafts reports and writes follow-ups in practice rounds. */
export interface AiSettings {
  dialect: "openai" | "anthropic";
  /** Up to `/v1`, without a trailing slash. */
  url: string;
  /** Null for a self-hosted model that needs no key. */
  key: string | null;
  model: string;
  /** US dollars per million tokens; null when not set. */
  prices: { input: number; output: number } | null;
}

export interface TranscriptionSettings {
  url: string;
  key: string | null;
  model: string;
}

const dialects = ["openai", "anthropic"];

/** Null unless a model is set. Throws an Error with one sentence that names what is missing or wrong. */
export function readAiSettings(read: EnvironmentReader): AiSettings | null {
  const names = { url: "GREENROOM_AI_URL", model: "GREENROOM_AI_MODEL" };
  const key = read.text("GREENROOM_AI_KEY");
  const dialect = read.shaped(
    "GREENROOM_AI_DIALECT",
    (value) => dialects.includes(value),
    "openai or anthropic",
  );
  const prices = readPrices(read);
  const pair = readPair(read, names);
  if (pair === null) {
    const extra = [
      key === null ? null : "GREENROOM_AI_KEY",
      dialect === null ? null : "GREENROOM_AI_DIALECT",
      prices === null ? null : "GREENROOM_AI_PRICES",
    ].find((name) => name !== null);
    if (extra !== undefined)
      throw new Error(`${names.url} and ${names.model} must be set together with ${extra}.`);
    return null;
  }
  return { ...pair, key, prices, dialect: dialect === "anthropic" ? "anthropic" : "openai" };
}

/** Null unless a transcription service is set. */
export function readTranscriptionSettings(read: EnvironmentReader): TranscriptionSettings | null {
  const names = { url: "GREENROOM_TRANSCRIPTION_URL", model: "GREENROOM_TRANSCRIPTION_MODEL" };
  const key = read.text("GREENROOM_TRANSCRIPTION_KEY");
  const pair = readPair(read, names);
  if (pair === null) {
    if (key !== null) throw new Error(`${names.url} must be set together with GREENROOM_TRANSCRIPTION_KEY.`);
    return null;
  }
  return { ...pair, key };
}

function readPair(read: EnvironmentReader, names: { url: string; model: string }) {
  const [url, model] = [read.text(names.url), read.text(names.model)];
  if (url === null && model === null) return null;
  if (url === null || model === null) {
    throw new Error(
      `${url === null ? names.url : names.model} must be set together with the other of the two.`,
    );
  }
  return { url: readProviderUrl(names.url, url).replace(/\/+$/, ""), model };
}

function readPrices(read: EnvironmentReader): AiSettings["prices"] {
  const form = /^\d{1,4}(?:\.\d{1,4})?,\d{1,4}(?:\.\d{1,4})?$/;
  const value = read.shaped(
    "GREENROOM_AI_PRICES",
    (given) => form.test(given),
    "two prices in US dollars per million tokens, as 3,15: input and output",
  );
  if (value === null) return null;
  const [input = 0, output = 0] = value.split(",").map(Number);
  return { input, output };
}

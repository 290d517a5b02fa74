import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { failCall, type HttpFault, sendJson, startHttpProvider } from "./http-provider.ts";
import { answerPrompt, type ModelMode } from "./model-answers.ts";
import {
  anthropicDialect,
  type Dialect,
  type ModelAbilities,
  ModelHttpError,
  type ModelPrompt,
  type ModelReply,
  modelKey,
  modelName,
  openaiDialect,
} from "./model-dialects.ts";
import { askFollowUp, type InterviewerMode } from "./model-interviewer.ts";

/**
 * The fault of one call. `rate` is a 429 with a time to retry. `cut-body` breaks the connection after half of the answer,
 * and `prose` answers without JSON. Of a stream, `cut-stream` breaks the connection after
 * half of the text, `error-event` sends the vendor's error there, and `stall-stream` sends nothing more.
 */
export type ModelFault =
  | HttpFault
  | "cut-body"
  | "prose"
  | "rate"
  | "fenced"
  | "ignore-schema"
  | "refuse"
  | "length"
  | StreamFault
  | 401
  | 429
  | 500
  | 529;

const streamFaults = ["cut-stream", "error-event", "stall-stream"] as const;
type StreamFault = (typeof streamFaults)[number];

export interface ModelServer extends ModelAbilities {
  /** For `GREENROOM_AI_URL`. */
  url: string;
  settings(dialect: "openai" | "anthropic"): Record<string, string>;
  /** Every request with its body, including those that fail. */
  requests: { path: string; body: unknown }[];
  mode: ModelMode;
  /** What an obedient model takes for instructions, besides those that it recognizes without this list. */
  orders: readonly string[];
  /** Runs while the next request waits for its answer, and only once. */
  meanwhile: (() => Promise<void>) | null;
  /** How it asks follow-ups. */
  interviewer: InterviewerMode;
  /** The model's own knowledge about a question, for an interviewer that leaks. */
  knowledge: string;
  /** How long each streamed piece takes to come, in milliseconds. */
  pieceMilliseconds: number;
  /** Makes the next calls fail like this, one after the other. */
  fail(...faults: ModelFault[]): void;
  close(): Promise<void>;
}

/** The largest request that the vendors accept, in bytes. */
const bodyLimit = 32 * 1024 * 1024;
const retryAfterSeconds = 1;

/**
 * A language model on loopback that speaks both protocols: performs the vendors' checks, answers in their format,
 * and simulates faults.
 */
export async function startModelServer(): Promise<ModelServer> {
  const faults: ModelFault[] = [];
  const { url: base, close } = await startHttpProvider((request, response) =>
    handle(modelServer, faults, request, response),
  );
  const url = `${base}/v1`;
  const modelServer: ModelServer = {
    url,
    settings: (dialect) => ({
      GREENROOM_AI_URL: url,
      GREENROOM_AI_KEY: modelKey,
      GREENROOM_AI_MODEL: modelName,
      GREENROOM_AI_DIALECT: dialect,
    }),
    requests: [],
    mode: "honest",
    orders: [],
    meanwhile: null,
    interviewer: "honest",
    knowledge: "",
    pieceMilliseconds: 0,
    knows: "schema",
    knowsStreamOptions: true,
    limitName: "both",
    fail: (...next) => faults.push(...next),
    close,
  };
  return modelServer;
}

async function handle(
  modelServer: ModelServer,
  faults: ModelFault[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  const dialect: Dialect = path === "/v1/messages" ? anthropicDialect : openaiDialect;
  try {
    const text = await readBody(request);
    if (request.method !== "POST" || !["/v1/chat/completions", "/v1/messages"].includes(path)) {
      throw new ModelHttpError(404, `Unknown request URL: ${request.method} ${path}`);
    }
    const body = parse(text);
    modelServer.requests.push({ path, body });
    const { meanwhile } = modelServer;
    modelServer.meanwhile = null;
    await meanwhile?.();
    const fault = faults.shift();
    if (fault !== undefined && isOutage(fault)) return fail(response, dialect, fault);
    const prompt = dialect.read(request.headers, body, modelServer);
    if (prompt.isStreamed) return await stream(modelServer, response, dialect, prompt, fault);
    const reply = makeReply(modelServer, prompt, fault);
    sendJson(response, 200, dialect.answer(reply, prompt));
  } catch (error) {
    if (!(error instanceof ModelHttpError)) throw error;
    sendJson(response, error.status, dialect.error(error));
  }
}

const answeredFaults = ["fenced", "prose", "ignore-schema", "refuse", "length", ...streamFaults] as const;
type Outage = Exclude<ModelFault, (typeof answeredFaults)[number]>;

function isOutage(fault: ModelFault): fault is Outage {
  return !answeredFaults.some((name) => name === fault);
}

/** Streams a follow-up in pieces of a few letters, as the vendors do. */
async function stream(
  modelServer: ModelServer,
  response: ServerResponse,
  dialect: Dialect,
  prompt: ModelPrompt,
  fault: ModelFault | undefined,
): Promise<void> {
  const whole = fault === "refuse" ? "I can't help with that." : askFollowUp(prompt.data, modelServer);
  const most = fault === "length" ? Math.floor(whole.length / 2) : prompt.maxTokens * 4;
  const text = whole.slice(0, most);
  const stop = fault === "refuse" ? "refusal" : text.length < whole.length ? "length" : "end";
  const frames = dialect.stream({ text, stop }, prompt);
  const pieces = text.match(/[\s\S]{1,4}/gu) ?? [];
  const breaksAt = streamFaults.some((name) => name === fault) ? Math.floor(pieces.length / 2) : null;
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write(frames.before.join(""));
  for (const [index, piece] of pieces.entries()) {
    if (index === breaksAt) {
      // The first half must have left before the connection breaks.
      await sleep(20);
      if (fault === "cut-stream") response.destroy();
      else if (fault === "error-event") response.end(dialect.streamError());
      return;
    }
    if (modelServer.pieceMilliseconds > 0) await sleep(modelServer.pieceMilliseconds);
    if (response.destroyed) return;
    response.write(frames.piece(piece));
  }
  response.end(frames.after.join(""));
}

/** The model's answer, and why it stopped. */
function makeReply(
  modelServer: ModelServer,
  { data, maxTokens, format }: ModelPrompt,
  fault: ModelFault | undefined,
): ModelReply {
  if (fault === "refuse") return { text: "", stop: "refusal" };
  if (fault === "ignore-schema") return { text: JSON.stringify({ opinion: "It went well." }), stop: "end" };
  if (fault === "prose") return { text: "The candidate did very well in every area.", stop: "end" };
  const json = JSON.stringify(
    answerPrompt(data, {
      mode: modelServer.mode,
      orders: modelServer.orders,
    }),
  );
  const isWrapped = fault === "fenced" || format === "none";
  const text = isWrapped ? `Here is the result:\n\`\`\`json\n${json}\n\`\`\`` : json;
  const most = fault === "length" ? Math.floor(text.length / 2) : maxTokens * 4;
  return text.length > most ? { text: text.slice(0, most), stop: "length" } : { text, stop: "end" };
}

function fail(response: ServerResponse, dialect: Dialect, fault: Outage): void {
  if (failCall(response, fault)) return;
  if (fault === "cut-body") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "2000" });
    response.write('{"id":', () => response.destroy());
  } else if (fault === "rate" || fault === 429) {
    const headers =
      fault === "rate" ? { "retry-after": String(retryAfterSeconds) } : { "retry-after": "3600" };
    sendJson(response, 429, dialect.error(new ModelHttpError(429, "Rate limit reached")), headers);
  } else if (typeof fault === "number") {
    sendJson(response, fault, dialect.error(new ModelHttpError(fault, "Something went wrong")));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ModelHttpError(400, "We could not parse the JSON body of your request.");
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > bodyLimit) throw new ModelHttpError(413, "Request exceeds the maximum size");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

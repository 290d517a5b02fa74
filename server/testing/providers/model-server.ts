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
 * and `prose` answers without JSON.
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
  | 401
  | 429
  | 500
  | 529;

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
  /** How long a follow-up takes to come, in milliseconds. */
  followUpMilliseconds: number;
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
    followUpMilliseconds: 0,
    knows: "schema",
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
    if (isFollowUp(prompt)) await sleep(modelServer.followUpMilliseconds);
    const reply = makeReply(modelServer, prompt, fault);
    sendJson(response, 200, dialect.answer(reply, prompt));
  } catch (error) {
    if (!(error instanceof ModelHttpError)) throw error;
    sendJson(response, error.status, dialect.error(error));
  }
}

const answeredFaults = ["fenced", "prose", "ignore-schema", "refuse", "length"] as const;
type Outage = Exclude<ModelFault, (typeof answeredFaults)[number]>;

function isOutage(fault: ModelFault): fault is Outage {
  return !answeredFaults.some((name) => name === fault);
}

function isFollowUp({ data }: ModelPrompt): boolean {
  return data.includes("<follow_ups>");
}

/** The model's answer, and why it stopped. */
function makeReply(modelServer: ModelServer, prompt: ModelPrompt, fault: ModelFault | undefined): ModelReply {
  const { data, maxTokens, format } = prompt;
  if (fault === "refuse") return { text: "", stop: "refusal" };
  if (fault === "ignore-schema") return { text: JSON.stringify({ opinion: "It went well." }), stop: "end" };
  if (fault === "prose") return { text: "The candidate did very well in every area.", stop: "end" };
  const { mode, orders } = modelServer;
  const json = JSON.stringify(
    isFollowUp(prompt) ? { ask: askFollowUp(data, modelServer) } : answerPrompt(data, { mode, orders }),
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

import type { IncomingHttpHeaders } from "node:http";

/* The part of JSON Schema that the vendors support in strict mode, according to their documentation. */

const known = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "description",
  "title",
  "$ref",
  "$defs",
]);

interface SchemaNode {
  [keyword: string]: unknown;
  type?: unknown;
  properties?: Record<string, SchemaNode>;
  required?: unknown;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
}

/** The first problem of a schema in strict mode, as a sentence with its location; null if there is none. */
function schemaProblem(schema: unknown, place = "schema"): string | null {
  if (typeof schema !== "object" || schema === null) return `${place} must be an object`;
  const node = schema as SchemaNode;
  const odd = Object.keys(node).find((keyword) => !known.has(keyword));
  if (odd !== undefined) return `${place}: '${odd}' is not permitted`;
  if (place === "schema" && node.type !== "object") return `${place} must be of type object`;
  if (node.type === "object") {
    const names = Object.keys(node.properties ?? {});
    if (node.additionalProperties !== false) return `${place}: 'additionalProperties' must be false`;
    const required = Array.isArray(node.required) ? node.required : [];
    const missing = names.find((name) => !required.includes(name));
    if (missing !== undefined) return `${place}: 'required' must have every property, and lacks '${missing}'`;
    for (const name of names) {
      const problem = schemaProblem(node.properties?.[name], `${place}.${name}`);
      if (problem !== null) return problem;
    }
  }
  if (node.type === "array") return schemaProblem(node.items, `${place}.items`);
  return null;
}

/* The protocols of the two vendors: what they check in a request, and the form of their answers and errors. */

export const modelKey = "sk-local-model-key";
export const modelName = "local-model-1";

/** A request that the vendor refuses. */
export class ModelHttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface ModelPrompt {
  data: string;
  maxTokens: number;
  format: "schema" | "object" | "none";
}

/** Which structured outputs and limits a server supports; older servers support less. */
export interface ModelAbilities {
  knows: "schema" | "object" | "nothing";
  /** The name of the answer's token limit. OpenAI itself accepts only the newer one. */
  limitName: "max_tokens" | "max_completion_tokens" | "both";
}

export interface ModelReply {
  text: string;
  stop: "end" | "length" | "refusal";
}

export interface Dialect {
  /** Throws a `ModelHttpError` for requests that the vendor would refuse. */
  read(headers: IncomingHttpHeaders, body: unknown, abilities: ModelAbilities): ModelPrompt;
  answer(reply: ModelReply, prompt: ModelPrompt): unknown;
  error(refusal: ModelHttpError): unknown;
}

interface Message {
  role: unknown;
  content: unknown;
}

const tokensOf = (text: string) => Math.ceil(text.length / 4);

function checkCommon(
  headers: IncomingHttpHeaders,
  body: unknown,
  fields: readonly string[],
): Record<string, unknown> {
  if (!headers["content-type"]?.startsWith("application/json"))
    throw new ModelHttpError(415, "Unsupported content type");
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ModelHttpError(400, "Not an object");
  const given = body as Record<string, unknown>;
  const odd = Object.keys(given).find((name) => !fields.includes(name));
  if (odd !== undefined) throw new ModelHttpError(400, `Unknown parameter: '${odd}'.`);
  if (typeof given.model !== "string") throw new ModelHttpError(400, "you must provide a model parameter");
  if (given.model !== modelName) throw new ModelHttpError(404, `The model '${given.model}' does not exist`);
  return given;
}

function readMessages(value: unknown, roles: readonly string[]): string {
  if (!Array.isArray(value) || value.length === 0)
    throw new ModelHttpError(400, "messages: at least one message is required");
  for (const { role, content } of value as Message[]) {
    if (!roles.includes(String(role))) throw new ModelHttpError(400, `messages: unexpected role '${role}'`);
    if (typeof content !== "string" || content === "")
      throw new ModelHttpError(400, "messages: content must not be empty");
  }
  return (value as Message[])
    .filter(({ role }) => role === "user")
    .map(({ content }) => content)
    .join("\n");
}

function readLimit(value: unknown, name: string): number {
  if (!Number.isInteger(value) || (value as number) < 1)
    throw new ModelHttpError(400, `${name}: must be at least 1`);
  if ((value as number) > 128_000) throw new ModelHttpError(400, `${name} is too large: ${value}`);
  return value as number;
}

/** https://platform.openai.com/docs/api-reference/chat/create */
export const openaiDialect: Dialect = {
  read(headers, body, { knows, limitName }) {
    if (headers.authorization !== `Bearer ${modelKey}`)
      throw new ModelHttpError(401, "Incorrect API key provided");
    const given = checkCommon(headers, body, [
      "model",
      "messages",
      "max_tokens",
      "max_completion_tokens",
      "response_format",
    ]);
    const wrong = limitName === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    if (limitName !== "both" && given[wrong] !== undefined) {
      throw new ModelHttpError(
        400,
        `Unsupported parameter: '${wrong}' is not supported with this model. Use '${limitName}' instead.`,
      );
    }
    const data = readMessages(given.messages, ["system", "developer", "user", "assistant"]);
    const maxTokens = readLimit(
      given.max_completion_tokens ?? given.max_tokens ?? 16_384,
      "max_completion_tokens",
    );
    return { data, maxTokens, format: readOpenaiFormat(given, knows) };
  },
  answer: ({ text, stop }, { data }) => ({
    id: "chatcmpl-local",
    object: "chat.completion",
    created: 1_790_000_000,
    model: modelName,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: stop === "refusal" ? null : text,
          refusal: stop === "refusal" ? "I can't help with that." : null,
        },
        logprobs: null,
        finish_reason: stop === "length" ? "length" : "stop",
      },
    ],
    usage: {
      prompt_tokens: tokensOf(data),
      completion_tokens: tokensOf(text),
      total_tokens: tokensOf(data) + tokensOf(text),
    },
  }),
  error: ({ status, message }) => ({
    error: { message, type: status === 429 ? "requests" : "invalid_request_error", param: null, code: null },
  }),
};

function readOpenaiFormat(
  given: Record<string, unknown>,
  knows: ModelAbilities["knows"],
): ModelPrompt["format"] {
  const format = given.response_format as
    | { type?: string; json_schema?: Record<string, unknown> }
    | undefined;
  if (format === undefined || format.type === "text") return "none";
  if (format.type === "json_object" && knows !== "nothing") {
    // OpenAI refuses this format unless the messages contain "JSON".
    if (!JSON.stringify(given.messages).includes("JSON")) {
      throw new ModelHttpError(
        400,
        "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      );
    }
    return "object";
  }
  if (format.type !== "json_schema" || knows !== "schema") {
    throw new ModelHttpError(
      400,
      `Invalid parameter: 'response_format' of type '${format.type}' is not supported with this model.`,
    );
  }
  const { name, strict, schema } = format.json_schema ?? {};
  if (typeof name !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new ModelHttpError(400, "Invalid 'response_format.json_schema.name'");
  }
  const problem = strict === true ? schemaProblem(schema) : null;
  if (problem !== null)
    throw new ModelHttpError(400, `Invalid schema for response_format '${name}': ${problem}`);
  return "schema";
}

/** https://platform.claude.com/docs/en/api/versioning */
const versions = ["2023-06-01", "2026-10-21"];

/** https://platform.claude.com/docs/en/api/messages */
export const anthropicDialect: Dialect = {
  read(headers, body, { knows }) {
    // The vendor accepts its key in either header: its documentation uses `x-api-key`, its own client the other
    // one.
    const isOurs = headers["x-api-key"] === modelKey || headers.authorization === `Bearer ${modelKey}`;
    if (!isOurs) throw new ModelHttpError(401, "invalid x-api-key");
    if (!versions.includes(String(headers["anthropic-version"]))) {
      throw new ModelHttpError(400, "anthropic-version: header is required");
    }
    const given = checkCommon(headers, body, ["model", "messages", "max_tokens", "system", "output_config"]);
    if (given.max_tokens === undefined) throw new ModelHttpError(400, "max_tokens: Field required");
    const maxTokens = readLimit(given.max_tokens, "max_tokens");
    const data = readMessages(given.messages, ["user", "assistant"]);
    const common = { data, maxTokens };
    if (given.output_config === undefined) return { ...common, format: "none" };
    const { format } = given.output_config as { format?: { type?: string; schema?: unknown } };
    if (knows !== "schema")
      throw new ModelHttpError(400, "output_config.format: This model does not support structured outputs.");
    if (format?.type !== "json_schema")
      throw new ModelHttpError(400, "output_config.format.type: Input should be 'json_schema'");
    const problem = schemaProblem(format.schema);
    if (problem !== null) throw new ModelHttpError(400, `output_config.format.schema: ${problem}`);
    return { ...common, format: "schema" };
  },
  answer: ({ text, stop }, { data }) => ({
    id: "msg_local",
    type: "message",
    role: "assistant",
    model: modelName,
    content: stop === "refusal" ? [] : [{ type: "text", text }],
    stop_reason: stop === "length" ? "max_tokens" : stop === "refusal" ? "refusal" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: tokensOf(data), output_tokens: tokensOf(text) },
  }),
  error: ({ status, message }) => ({
    type: "error",
    error: { type: errorTypes[status] ?? "api_error", message },
  }),
};

const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

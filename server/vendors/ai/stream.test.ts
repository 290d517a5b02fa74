import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config/config.ts";
import {
  type ModelFault,
  type ModelServer,
  startModelServer,
} from "../../testing/providers/model/model-server.ts";
import { openModel } from "./open-model.ts";
import type { StreamPart, TextModel } from "./port.ts";

let modelServer: ModelServer;
beforeAll(async () => {
  modelServer = await startModelServer();
});
afterEach(() => {
  modelServer.requests.length = 0;
  Object.assign(modelServer, { limitName: "both", knowsStreamOptions: true });
});
afterAll(() => modelServer.close());

const dialects = ["openai", "anthropic"] as const;

function open(dialect: (typeof dialects)[number], change: Record<string, string> = {}): TextModel {
  const { ai } = readConfig({ ...modelServer.settings(dialect), ...change });
  if (ai === null) throw new Error("no model is set");
  return openModel(ai);
}

const request = { instructions: "Ask.", data: "Hello", maxOutputTokens: 100 };
const answer = "What would you check next?";

async function streamAll(model: TextModel, signal = AbortSignal.timeout(10_000), maxOutputTokens = 100) {
  const parts: StreamPart[] = [];
  for await (const part of model.stream({ ...request, maxOutputTokens }, signal)) parts.push(part);
  const text = parts.flatMap((part) => (part.part === "text" ? [part.text] : []));
  return { text, end: parts.at(-1) };
}

describe.each(dialects)("a stream of %s", (dialect) => {
  it("comes in pieces, and ends with the cost", async () => {
    const { text, end } = await streamAll(open(dialect));
    expect(text.join("")).toBe(answer);
    expect(text.length).toBeGreaterThan(3);
    expect(end).toEqual({ part: "end", kind: "whole", usage: { inputTokens: 2, outputTokens: 7 } });
  });

  it("may stop at its length limit, or be refused", async () => {
    expect((await streamAll(open(dialect), undefined, 3)).end).toMatchObject({ kind: "cut" });
    modelServer.fail("refuse");
    expect((await streamAll(open(dialect))).end).toMatchObject({ kind: "refused" });
  });

  it.each([
    ["cut-stream", "broke off"],
    ["error-event", "broke off"],
    ["malformed", "without a stream"],
    ["cut", "could not be reached"],
    ["redirect", "answered with a redirect"],
    ["rate", "answered 429"],
    [401, "answered 401"],
    [500, "answered 500"],
    [529, "answered 529"],
  ] as [ModelFault, string][])("is unavailable after %s, and is not tried again", async (fault, reason) => {
    modelServer.fail(fault);
    await expect(streamAll(open(dialect))).rejects.toMatchObject({
      code: "unavailable",
      cause: { message: expect.stringContaining(reason) },
    });
    expect(modelServer.requests).toHaveLength(1);
  });

  it.each(["hang", "stall-stream"] as const)("ends with the caller's deadline: %s", async (fault) => {
    modelServer.fail(fault);
    await expect(streamAll(open(dialect), AbortSignal.timeout(150))).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});

describe("a server that speaks an older dialect of OpenAI's API", () => {
  it("streams without usage and with the older name of the limit, and later calls start that way", async () => {
    Object.assign(modelServer, { limitName: "max_tokens", knowsStreamOptions: false });
    const model = open("openai");
    expect((await streamAll(model)).end).toMatchObject({ usage: { inputTokens: 0, outputTokens: 0 } });
    const tries = modelServer.requests.length;
    await streamAll(model);
    expect(modelServer.requests).toHaveLength(tries + 1);
    expect(modelServer.requests.at(-1)?.body).toMatchObject({ max_tokens: 100, stream: true });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config/config.ts";
import { modelName } from "../../testing/providers/model-dialects.ts";
import { type ModelFault, type ModelServer, startModelServer } from "../../testing/providers/model-server.ts";
import { openModel } from "./open-model.ts";
import type { TextModel, TextRequest } from "./port.ts";

describe("models", () => {
  let modelServer: ModelServer;
  beforeAll(async () => {
    modelServer = await startModelServer();
  });
  afterEach(() => {
    modelServer.requests.length = 0;
    Object.assign(modelServer, { knows: "schema", limitName: "both" });
  });
  afterAll(() => modelServer.close());

  const dialects = ["openai", "anthropic"] as const;
  type DialectName = (typeof dialects)[number];

  function open(dialect: DialectName, change: Record<string, string> = {}): TextModel {
    const { ai } = readConfig({ ...modelServer.settings(dialect), ...change });
    if (ai === null) throw new Error("no model is set");
    return openModel(ai);
  }

  const request: TextRequest = {
    instructions: "Answer.",
    data: "Are you ready?",
    schema: {
      name: "readiness",
      json: {
        type: "object",
        properties: { word: { type: "string" } },
        required: ["word"],
        additionalProperties: false,
      },
    },
    maxOutputTokens: 100,
  };

  const ask = (model: TextModel, change: Partial<TextRequest> = {}, signal = AbortSignal.timeout(10_000)) =>
    model.complete({ ...request, ...change }, signal);

  describe.each(dialects)("a model that speaks %s", (dialect) => {
    it("answers in the shape of the schema, and reports the cost", async () => {
      expect(await ask(open(dialect))).toEqual({
        kind: "whole",
        text: '{"word":"ready"}',
        usage: { inputTokens: 4, outputTokens: 4 },
      });
      expect(open(dialect).name).toBe(modelName);
    });

    it.each([
      ["cut", "could not be reached"],
      ["malformed", "what is no JSON"],
      ["redirect", "answered with a redirect"],
      [401, "answered 401"],
      [429, "answered 429"],
      [500, "answered 500"],
      [529, "answered 529"],
    ] as [ModelFault, string][])("is unavailable after %s", async (fault, reason) => {
      modelServer.fail(fault);
      const failed = await ask(open(dialect)).catch((error: unknown) => error);
      expect(failed).toMatchObject({
        code: "unavailable",
        cause: { message: expect.stringContaining(reason) },
      });
      expect(modelServer.requests).toHaveLength(1);
    });

    it.each(["hang", "stall"] as const)(
      "is unavailable when it does not answer in time: %s",
      async (fault) => {
        modelServer.fail(fault);
        await expect(ask(open(dialect), {}, AbortSignal.timeout(150))).rejects.toMatchObject({
          code: "unavailable",
        });
      },
    );

    it("is asked again after a 429, within the caller's deadline", async () => {
      modelServer.fail("rate");
      expect((await ask(open(dialect))).kind).toBe("whole");
      expect(modelServer.requests).toHaveLength(2);
      modelServer.fail("rate");
      await expect(ask(open(dialect), {}, AbortSignal.timeout(150))).rejects.toThrow();
    });

    it("may refuse", async () => {
      modelServer.fail("refuse");
      expect((await ask(open(dialect))).kind).toBe("refused");
    });

    it("may stop at its length limit", async () => {
      modelServer.fail("length");
      expect((await ask(open(dialect))).kind).toBe("cut");
      expect((await ask(open(dialect), { maxOutputTokens: 1 })).kind).toBe("cut");
    });

    it("that supports no schema gets it in the prompt, and later calls start that way", async () => {
      modelServer.knows = "nothing";
      const model = open(dialect);
      expect((await ask(model)).text).toContain('{"word":"ready"}');
      const tries = modelServer.requests.length;
      expect(tries).toBe(dialect === "openai" ? 3 : 2);
      await ask(model);
      expect(modelServer.requests).toHaveLength(tries + 1);
      expect(JSON.stringify(modelServer.requests.at(-1)?.body)).toContain("It must match this JSON schema");
    });

    it("that rejects a schema with bounds gets it in the prompt", async () => {
      const json = { ...request.schema.json, properties: { word: { type: "string", maxLength: 5 } } };
      expect((await ask(open(dialect), { schema: { name: "bounded", json } })).kind).toBe("whole");
      expect(modelServer.requests.length).toBeGreaterThan(1);
    });

    it("is checked by a call", async () => {
      await expect(open(dialect).check()).resolves.toBeUndefined();
      await expect(open(dialect, { GREENROOM_AI_KEY: "sk-wrong" }).check()).rejects.toMatchObject({
        code: "unavailable",
      });
      await expect(open(dialect, { GREENROOM_AI_MODEL: "other" }).check()).rejects.toMatchObject({
        code: "unavailable",
      });
    });
  });

  describe("a server that speaks an older dialect of OpenAI's API", () => {
    it("supports JSON but no schema", async () => {
      modelServer.knows = "object";
      expect((await ask(open("openai"))).text).toBe('{"word":"ready"}');
      expect(
        modelServer.requests.map(
          ({ body }) => (body as { response_format?: { type: string } }).response_format?.type,
        ),
      ).toEqual(["json_schema", "json_object"]);
    });

    it("supports the limit by its older name", async () => {
      modelServer.limitName = "max_tokens";
      const model = open("openai");
      expect((await ask(model)).kind).toBe("whole");
      await ask(model);
      expect(modelServer.requests).toHaveLength(3);
      expect(modelServer.requests.at(-1)?.body).toMatchObject({
        max_tokens: 100,
        response_format: { type: "json_schema" },
      });
    });
  });
});

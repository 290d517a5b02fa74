import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelKey, modelName } from "./model-dialects.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";

describe("model server", () => {
  /* The vendors' own clients understand the local model server, and it accepts their requests. */

  let modelServer: ModelServer;
  let openai: OpenAI;
  let anthropic: Anthropic;
  beforeAll(async () => {
    modelServer = await startModelServer();
    openai = new OpenAI({ apiKey: modelKey, baseURL: modelServer.url, maxRetries: 0 });
    anthropic = new Anthropic({
      apiKey: modelKey,
      baseURL: modelServer.url.replace(/\/v1$/, ""),
      maxRetries: 0,
    });
  });
  afterAll(() => modelServer.close());

  const schema = {
    type: "object" as const,
    properties: { word: { type: "string" } },
    required: ["word"],
    additionalProperties: false,
  };

  const askOpenai = (client = openai) =>
    client.chat.completions.create({
      model: modelName,
      messages: [
        { role: "system", content: "Answer." },
        { role: "user", content: "Are you ready?" },
      ],
      max_completion_tokens: 100,
      response_format: { type: "json_schema", json_schema: { name: "readiness", strict: true, schema } },
    });

  const askAnthropic = (client = anthropic) =>
    client.messages.create({
      model: modelName,
      max_tokens: 100,
      system: "Answer.",
      messages: [{ role: "user", content: "Are you ready?" }],
      output_config: { format: { type: "json_schema", schema } },
    });

  describe("OpenAI's client", () => {
    it("reads the answer", async () => {
      const { choices, usage } = await askOpenai();
      expect(choices[0]).toMatchObject({
        finish_reason: "stop",
        message: { content: '{"word":"ready"}', refusal: null },
      });
      expect(usage?.total_tokens).toBeGreaterThan(0);
    });

    it("reads a refusal and a truncated answer", async () => {
      modelServer.fail("refuse", "length");
      expect((await askOpenai()).choices[0]?.message.refusal).toContain("can't help");
      expect((await askOpenai()).choices[0]?.finish_reason).toBe("length");
    });

    it("names the errors correctly", async () => {
      modelServer.fail("rate", 500);
      await expect(askOpenai()).rejects.toBeInstanceOf(OpenAI.RateLimitError);
      await expect(askOpenai()).rejects.toBeInstanceOf(OpenAI.InternalServerError);
      const stranger = new OpenAI({ apiKey: "sk-wrong", baseURL: modelServer.url, maxRetries: 0 });
      await expect(askOpenai(stranger)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    });
  });

  describe("Anthropic's client", () => {
    it("reads the answer", async () => {
      const { content, stop_reason, usage } = await askAnthropic();
      expect([content, stop_reason]).toEqual([[{ type: "text", text: '{"word":"ready"}' }], "end_turn"]);
      expect(usage.output_tokens).toBeGreaterThan(0);
    });

    it("reads a refusal and a truncated answer", async () => {
      modelServer.fail("refuse", "length");
      expect((await askAnthropic()).stop_reason).toBe("refusal");
      expect((await askAnthropic()).stop_reason).toBe("max_tokens");
    });

    it("names the errors correctly", async () => {
      modelServer.fail("rate", 529);
      await expect(askAnthropic()).rejects.toBeInstanceOf(Anthropic.RateLimitError);
      await expect(askAnthropic()).rejects.toBeInstanceOf(Anthropic.InternalServerError);
      const stranger = new Anthropic({
        apiKey: "wrong",
        baseURL: modelServer.url.replace(/\/v1$/, ""),
        maxRetries: 0,
      });
      await expect(askAnthropic(stranger)).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
    });
  });
});

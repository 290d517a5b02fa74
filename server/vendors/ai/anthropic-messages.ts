import { z } from "zod";
import type { AiSettings } from "../../kernel/config/provider-settings.ts";
import { malformedResponseError } from "../call-provider.ts";
import { callModel, checkModel, modelUnavailableError, withSchema } from "./call-model.ts";
import type { TextAnswer, TextModel } from "./port.ts";

const provider = "The model";
/** The newest version of the API. It accepts no sampling parameters, so we send none. */
const version = "2026-10-21";

const usageOfInput = z.object({
  input_tokens: z.int().min(0),
  cache_creation_input_tokens: z.int().min(0).nullish(),
  cache_read_input_tokens: z.int().min(0).nullish(),
});

const answerSchema = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: usageOfInput.extend({ output_tokens: z.int().min(0) }),
});

/** The reasons for a model to stop before its answer is complete. */
const cutReasons = ["max_tokens", "model_context_window_exceeded"];

/**
 * Anthropic's messages API (POST /v1/messages). If a model rejects a schema, this and all later calls describe the
 * JSON in the prompt instead.
 */
export function anthropicMessages({ url, key, model }: AiSettings): TextModel {
  let takesSchema = true;
  const common = {
    provider,
    url: `${url}/messages`,
    headers: { "anthropic-version": version, ...(key === null ? {} : { "x-api-key": key }) },
  };
  const textModel: TextModel = {
    name: model,
    async complete({ instructions, data, schema, maxOutputTokens }, signal) {
      for (let isStrict = takesSchema; ; isStrict = false) {
        const answer = await callModel(
          {
            ...common,
            body: {
              model,
              max_tokens: maxOutputTokens,
              system: isStrict ? instructions : withSchema(instructions, schema.json),
              messages: [{ role: "user", content: data }],
              ...(isStrict
                ? { output_config: { format: { type: "json_schema", schema: schema.json } } }
                : {}),
            },
          },
          signal,
        );
        if (answer.status === 200) {
          takesSchema = isStrict;
          return readAnswer(answer.json);
        }
        if (!isStrict) throw modelUnavailableError({ provider }, answer);
      }
    },
    check: () => checkModel(textModel),
  };
  return textModel;
}

function kindOf(stop: string | null | undefined): TextAnswer["kind"] {
  return stop === "refusal" ? "refused" : cutReasons.includes(stop ?? "") ? "cut" : "whole";
}

function countInput(usage: z.infer<typeof usageOfInput>): number {
  return usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
}

function readAnswer(json: unknown): TextAnswer {
  const read = answerSchema.safeParse(json);
  if (!read.success) throw malformedResponseError(provider, "an answer", read.error);
  const { content, stop_reason, usage } = read.data;
  return {
    kind: kindOf(stop_reason),
    text: content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join(""),
    usage: {
      inputTokens: countInput(usage),
      outputTokens: usage.output_tokens,
    },
  };
}

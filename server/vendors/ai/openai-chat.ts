import { z } from "zod";
import type { AiSettings } from "../../kernel/config/provider-settings.ts";
import { malformedResponseError, type ProviderResponse } from "../call-provider.ts";
import { callModel, checkModel, modelUnavailableError, reasonOf, withSchema } from "./call-model.ts";
import type { TextAnswer, TextModel, TextRequest } from "./port.ts";

const provider = "The model";

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }).nullish(),
});

/** From the strictest format, which some servers support, to the loosest, which all do. */
const forms = ["json_schema", "json_object", "text"] as const;
type Form = (typeof forms)[number];
interface Way {
  form: Form;
  limitName: "max_completion_tokens" | "max_tokens";
}

/**
 * OpenAI's chat completions (POST /v1/chat/completions), as OpenAI, vLLM, llama.cpp and Ollama speak them.
 * Some servers do not support a schema or the newer name of the token limit, so what a server rejected once
 * is not tried again.
 */
export function openaiChat({ url, key, model }: AiSettings): TextModel {
  let known: Way = { form: "json_schema", limitName: "max_completion_tokens" };
  const common = {
    provider,
    url: `${url}/chat/completions`,
    headers: (key === null ? {} : { authorization: `Bearer ${key}` }) as Record<string, string>,
  };

  async function call(request: TextRequest, way: Way, signal: AbortSignal): Promise<ProviderResponse> {
    const { form, limitName } = way;
    const isStrict = form === "json_schema";
    const { name, json } = request.schema;
    return await callModel(
      {
        ...common,
        body: {
          model,
          messages: [
            {
              role: "system",
              content: isStrict ? request.instructions : withSchema(request.instructions, json),
            },
            { role: "user", content: request.data },
          ],
          [limitName]: request.maxOutputTokens,
          ...(form === "json_schema"
            ? { response_format: { type: form, json_schema: { name, strict: true, schema: json } } }
            : form === "json_object"
              ? { response_format: { type: form } }
              : {}),
        },
      },
      signal,
    );
  }

  const textModel: TextModel = {
    name: model,
    async complete(request, signal) {
      for (let way = known; ; ) {
        const answer = await call(request, way, signal);
        if (answer.status === 200) {
          known = way;
          return readAnswer(answer.json);
        }
        const next = fallbackWay(way, reasonOf(answer.json));
        if (next === null) throw modelUnavailableError({ provider }, answer);
        way = next;
      }
    },
    check: () => checkModel(textModel),
  };
  return textModel;
}

function kindOf(finishReason: string | null | undefined, isRefusal: boolean): TextAnswer["kind"] {
  if (isRefusal || finishReason === "content_filter") return "refused";
  return finishReason === "length" ? "cut" : "whole";
}

function rejectsLimitName({ limitName }: Way, reason: string): boolean {
  return limitName === "max_completion_tokens" && /max_(?:completion_)?tokens/.test(reason);
}

/** The next format to try after one that the server rejected; null when there is none. */
function fallbackWay(way: Way, reason: string): Way | null {
  const { form, limitName } = way;
  if (rejectsLimitName(way, reason)) return { form, limitName: "max_tokens" };
  const next = forms[forms.indexOf(form) + 1];
  return next === undefined ? null : { form: next, limitName };
}

function readAnswer(json: unknown): TextAnswer {
  const read = answerSchema.safeParse(json);
  if (!read.success) throw malformedResponseError(provider, "an answer", read.error);
  const { choices, usage } = read.data;
  const { finish_reason, message } = choices[0] as (typeof choices)[number];
  return {
    kind: kindOf(finish_reason, typeof message.refusal === "string"),
    text: message.content ?? "",
    usage: { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 },
  };
}

import type { TextModel, TokenUsage } from "../../../ports/ai.ts";

export interface CountedModel {
  model: TextModel;
  /** The tokens of all of its complete answers so far, also of those that nobody could use. */
  usage: TokenUsage;
}

export function countUsage(model: TextModel): CountedModel {
  const usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  const counted: TextModel = {
    ...model,
    async complete(request, signal) {
      const answer = await model.complete(request, signal);
      usage.inputTokens += answer.usage.inputTokens;
      usage.outputTokens += answer.usage.outputTokens;
      return answer;
    },
  };
  return { model: counted, usage };
}

import type { TextModel, TokenUsage } from "../../../vendors/ai/port.ts";
import { estimateTokens } from "./prompt-data.ts";

export interface CountedModel {
  model: TextModel;
  /**
   * The tokens of all of its complete answers so far, also of those that nobody could use. A call that we gave up counts
   * with the estimated size of its request, because the provider charges for what it has read.
   */
  usage: TokenUsage;
}

export function countUsage(model: TextModel): CountedModel {
  const usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  const counted: TextModel = {
    ...model,
    async complete(request, signal) {
      try {
        const answer = await model.complete(request, signal);
        usage.inputTokens += answer.usage.inputTokens;
        usage.outputTokens += answer.usage.outputTokens;
        return answer;
      } catch (error) {
        if (signal.aborted) usage.inputTokens += estimateTokens(request.instructions, request.data);
        throw error;
      }
    },
  };
  return { model: counted, usage };
}

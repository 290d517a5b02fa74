import type { TextModel, TokenUsage } from "../../../vendors/ai/port.ts";
import { isAsking } from "./asked-questions.ts";
import {
  type FollowUpProblem,
  type FollowUpRules,
  followUpCharacters,
  problemWith,
} from "./check-follow-up.ts";
import { type FollowUpTopic, followUpData, followUpInstructions, outputTokens } from "./follow-up-prompt.ts";
import { splitSentence } from "./split-sentence.ts";

/** One more than the prompt asks for: many of the bank's follow-ups have two, and the model may put one before. */
const mostSentences = 3;

export type WrittenPart =
  | { part: "sentence"; text: string }
  /** The follow-up, or why there is none. The usage is null when the stream was left before its end. */
  | { part: "end"; text: string; usage: TokenUsage | null }
  | { part: "unusable"; why: FollowUpProblem | "refused" | "unavailable"; cause: unknown };

/**
 * Has a model write a follow-up, and yields each sentence that passes the rules. The rules read all sentences so far
 * together, so that nothing can be hidden across two of them. A sentence that does not pass ends the text: the part
 * before it is kept if it asks something itself.
 */
export async function* writeFollowUp(
  model: Pick<TextModel, "stream">,
  topic: FollowUpTopic,
  rules: FollowUpRules,
  signal: AbortSignal,
): AsyncGenerator<WrittenPart, void, undefined> {
  const kept: string[] = [];
  let rest = "";
  let usage: TokenUsage | null = null;
  let why: Extract<WrittenPart, { part: "unusable" }>["why"] | null = null;
  let cause: unknown = null;

  /** Keeps a sentence that passes the rules; otherwise sets `why`. Returns whether it passed. */
  const check = (sentence: string) => {
    why = problemWith([...kept, sentence].join(" "), rules);
    if (why === null) kept.push(sentence);
    return why === null;
  };

  try {
    const request = {
      instructions: followUpInstructions,
      data: followUpData(topic),
      maxOutputTokens: outputTokens,
    };
    reading: for await (const part of model.stream(request, signal)) {
      if (part.part === "end") {
        usage = part.usage;
        if (part.kind === "refused") why = "refused";
        else if (part.kind === "whole" && rest.trim() !== "" && check(rest.trim()))
          yield { part: "sentence", text: rest.trim() };
        break;
      }
      rest += part.text;
      for (let split = splitSentence(rest); split !== null; split = splitSentence(rest)) {
        rest = split.rest;
        if (!check(split.sentence)) break reading;
        yield { part: "sentence", text: split.sentence };
        if (kept.length === mostSentences) break reading;
      }
      if (rest.length > followUpCharacters) {
        why = "form";
        break;
      }
    }
  } catch (error) {
    why = "unavailable";
    cause = error;
  }
  // A text that the model did not finish may still have a whole question.
  const text = kept.join(" ");
  if (kept.some(isAsking) && why !== "refused") yield { part: "end", text, usage };
  else yield { part: "unusable", why: why ?? "form", cause };
}

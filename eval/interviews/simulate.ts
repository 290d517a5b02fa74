import type { Question } from "@greenroom/questions/schema.ts";
import { askedFollowUps } from "../../contract/practice/rounds.ts";
import { chooseFollowUp } from "../../server/practice/rounds/choose-follow-up.ts";
import { adaptedFrom } from "../../server/practice/rounds/follow-ups/asked-questions.ts";
import { type Exchange, rulesOf, topicOf } from "../../server/practice/rounds/follow-ups/topic.ts";
import { writeFollowUp } from "../../server/practice/rounds/follow-ups/write-follow-up.ts";
import type { TextModel } from "../../server/vendors/ai/port.ts";
import type { Candidate } from "./candidates.ts";

const followUpMilliseconds = 10_000;

/** One follow-up as a candidate got it. */
export interface SimulatedFollowUp {
  /** Every sentence that was shown while it was written. */
  shown: string;
  ask: string;
  isByModel: boolean;
  /** The candidate's answers before it. */
  said: string;
  /** The questions that were asked before it. */
  before: readonly string[];
  question: Question;
  candidate: string;
}

/** Has a simulated candidate answer a question, with follow-ups by a model as in a practice round. */
export async function simulate(
  model: Pick<TextModel, "stream">,
  question: Question,
  candidate: Candidate,
): Promise<SimulatedFollowUp[]> {
  const asked: SimulatedFollowUp[] = [];
  const exchange: Exchange = { explanation: candidate.explain(question), followUps: [], hintsOpenedAt: [] };
  for (let round = 0; round < askedFollowUps; round += 1) {
    const said = [exchange.explanation, ...exchange.followUps.map(({ answer }) => answer ?? "")].join("\n");
    const earlier = exchange.followUps.map(({ index }) => index);
    const index = chooseFollowUp(question.followUps, earlier, said);
    const bank = index === null ? undefined : question.followUps[index];
    if (index === null || bank === undefined) break;
    const before = exchange.followUps.map(({ ask }) => ask);
    exchange.followUps.push({ index, ask: bank.ask, answer: null });
    const { shown, text } = await write(model, exchange, question);
    const ask = text ?? bank.ask;
    asked.push({ shown, ask, isByModel: text !== null, said, before, question, candidate: candidate.name });
    const from =
      text === null ? index : adaptedFrom(text, question.followUps, { chosen: index, asked: earlier });
    exchange.followUps.splice(round, 1, { index: from, ask, answer: candidate.defend(question, round) });
  }
  return asked;
}

async function write(model: Pick<TextModel, "stream">, exchange: Exchange, question: Question) {
  const shown: string[] = [];
  let text: string | null = null;
  const signal = AbortSignal.timeout(followUpMilliseconds);
  const parts = writeFollowUp(model, topicOf(exchange, question), rulesOf(exchange, question), signal);
  for await (const part of parts) {
    if (part.part === "sentence") shown.push(part.text);
    else if (part.part === "end") text = part.text;
  }
  return { shown: shown.join(" "), text };
}

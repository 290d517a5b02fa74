import { Readable } from "node:stream";
import type { FollowUpEvent, PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { AskedFollowUp } from "../../kernel/db/stored-json.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import type { TextModel } from "../../vendors/ai/port.ts";
import { type ModelPause, ModelPaused, practiceModel } from "../model-calls.ts";
import { changeAnswer, getOwnAnswer } from "../rounds/answers.ts";
import type { Answer } from "../rounds/store.ts";
import { adaptedFrom } from "./check-follow-up.ts";
import { followUpPromptVersion, rulesOf, topicOf, writeFollowUp } from "./write-follow-up.ts";

/** How long the model may take for a whole follow-up, in milliseconds. */
const followUpWithin = 10_000;
/** The most follow-ups that are written on one server at the same time. Others are the bank's immediately. */
const mostAtOnce = 16;
let openStreams = 0;
/** The open stream of each person. A new one ends it, so that one person does not take every place. */
const openByPerson = new Map<string, AbortController>();

interface Target {
  id: string;
  index: number;
}

/**
 * Streams the actor's open follow-up, as the model writes it, as server-sent events. The last event has the stored
 * answer; if the model fails, with the bank's follow-up. Throws `not_found` and `conflict`.
 */
export async function streamFollowUp(deps: Deps, actor: Actor, target: Target): Promise<Readable> {
  const { answer, question } = await getOwnAnswer(deps, actor, target.id);
  const open = answer.followUps.findIndex((followUp) => followUp.answer === null);
  if (answer.stage !== "defend" || open !== target.index) throw conflict("This follow-up is not open.");
  const left = new AbortController();
  openByPerson.get(actor.userId)?.abort();
  openByPerson.set(actor.userId, left);
  const stream = Readable.from(sendEvents(deps, actor, { ...target, answer, question, left: left.signal }));
  // While the generator waits for the model, only this event shows that its reader has left.
  stream.once("close", () => {
    left.abort();
    if (openByPerson.get(actor.userId) === left) openByPerson.delete(actor.userId);
  });
  return stream;
}

interface Open extends Target {
  answer: Answer;
  question: Question;
  /** Aborted when the reader has left. */
  left: AbortSignal;
}

async function* sendEvents(deps: Deps, actor: Actor, open: Open): AsyncGenerator<string> {
  const { answer, index, left } = open;
  const isPending = answer.followUps[index]?.source === "pending";
  let written: Written = { text: null };
  if (isPending && deps.ai !== null && openStreams < mostAtOnce) {
    openStreams += 1;
    try {
      written = yield* write(deps, practiceModel(deps, deps.ai, actor.userId), open);
    } finally {
      openStreams -= 1;
    }
  }
  // The page may ask again after a reload, so nothing is stored for a reader who has left.
  if (left.aborted) return;
  yield eventOf({ kind: "answer", answer: await settle(deps, actor, open, written) });
}

/** The model's follow-up, or null, then with the reason if it was not asked. */
interface Written {
  text: string | null;
  paused?: ModelPause;
}

/** Sends the sentences of the model's follow-up, and returns it. */
async function* write(
  deps: Deps,
  model: TextModel,
  { id, answer, question, left }: Open,
): AsyncGenerator<string, Written> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), followUpWithin);
  left.addEventListener("abort", () => late.abort(), { once: true });
  const startedAt = performance.now();
  try {
    for await (const part of writeFollowUp(
      model,
      topicOf(answer, question),
      rulesOf(answer, question),
      late.signal,
    )) {
      if (part.part === "sentence") {
        yield eventOf({ kind: "words", text: part.text });
        continue;
      }
      const milliseconds = Math.round(performance.now() - startedAt);
      if (part.part === "end") {
        deps.log.info({ answerId: id, milliseconds, usage: part.usage }, "a model wrote a follow-up");
        return { text: part.text };
      }
      if (part.cause instanceof ModelPaused) return { text: null, paused: part.cause.why };
      const problem = { answerId: id, milliseconds, why: part.why, err: part.cause };
      if (!left.aborted) deps.log.warn(problem, "the bank's follow-up takes the place of a model's");
    }
    return { text: null };
  } finally {
    clearTimeout(timer);
  }
}

/** Stores the outcome, unless the follow-up was settled or answered meanwhile. */
async function settle(
  deps: Deps,
  actor: Actor,
  { id, index }: Target,
  { text, paused }: Written,
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question) => {
    const asked = answer.followUps.slice(0, index).map((followUp) => followUp.index);
    const settled = (followUp: AskedFollowUp): AskedFollowUp => {
      if (text === null || deps.ai === null)
        return { ...followUp, source: "fallback", ...(paused && { paused }) };
      const writtenBy = { model: deps.ai.name, promptVersion: followUpPromptVersion };
      const from = adaptedFrom(text, question.followUps, { chosen: followUp.index, asked });
      return { ...followUp, index: from, ask: text, source: "model", writtenBy };
    };
    const followUps = answer.followUps.map((followUp, place) =>
      place === index && followUp.source === "pending" ? settled(followUp) : followUp,
    );
    return { ...answer, followUps };
  });
}

function eventOf(event: FollowUpEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

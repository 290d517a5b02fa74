import { claimKinds } from "@greenroom/contract/schedule/report-shape.ts";
import { z } from "zod";
import type {
  ClaimToReview,
  DraftClaim,
  Judge,
  Review,
  TextModel,
  TextRequest,
} from "../../../vendors/ai/port.ts";
import {
  claimsSchema,
  estimateTokens,
  itemAliases,
  prompts,
  promptVersion,
  reviewData,
  reviewSchema,
} from "./prompt.ts";

/** The most tokens that one report may use in all its attempts, input and output together. */
export const reportTokens = 160_000;
const draftTokens = 6_000;
const reviewTokens = 2_000;
/** The number of reviews of the same claims, and how many of them must support a claim. */
const reviewRuns = 3;
const supportingRuns = 2;
/** Claims that are reviewed one by one are sent a few at a time, because providers limit the number of calls. */
const singleReviewsAtOnce = 6;

const word = z.string().max(4_000);
const claimsAnswer = z.object({
  claims: z.array(
    z.object({
      area: word,
      kind: z.enum(claimKinds),
      text: word,
      evidence: z.array(z.object({ item: word, quote: word })),
      exerciseTitle: word.default(""),
      exercise: word.default(""),
    }),
  ),
});
const reviewAnswer = z.object({
  claims: z.array(z.object({ claim: word, supported: z.boolean(), plainExercise: z.boolean() })),
});

type ReviewAnswer = z.infer<typeof reviewAnswer>;

/** The model answered, but the answer cannot be used. Retrying later would not help. */
export class JudgeUnusable extends Error {
  constructor(what: string) {
    super(`the model's answer cannot be used: ${what}`);
    this.name = "JudgeUnusable";
  }
}

/** The model supported what no quote supports, so its review decides nothing. */
class MisledReview extends JudgeUnusable {
  constructor() {
    super("it supported a claim that its quote does not show");
  }
}

/** The attempts at the report have used all of its tokens, perhaps without any answer. */
export class BudgetUsedUp extends Error {
  constructor() {
    super("the report's budget of tokens is used up");
    this.name = "BudgetUsedUp";
  }
}

/** True for an error after which no other attempt can draft the report. */
export function endsDrafting(error: unknown): error is JudgeUnusable | BudgetUsedUp {
  return error instanceof JudgeUnusable || error instanceof BudgetUsedUp;
}

type AnsweredClaim = Omit<DraftClaim, "evidence"> & { evidence: readonly { item: string; quote: string }[] };

/** Any further claims are dropped without a check. */
const draftedClaims = 40;

/** Replaces the aliases in a model's claims by the ids of the record's items. */
function asDraftClaims(claims: readonly AnsweredClaim[], itemIds: readonly string[]): DraftClaim[] {
  const aliases = itemAliases(itemIds);
  return claims.slice(0, draftedClaims).map(({ evidence, ...claim }) => ({
    ...claim,
    // An unknown alias is kept; it matches no item.
    evidence: evidence.map(({ item, quote }) => ({ itemId: aliases.get(item) ?? item, quote })),
  }));
}

/** A judge for one report, with a token budget. `usedTokens`: what earlier attempts at this report have used of it. */
export function modelJudge(model: TextModel, asking = prompts, usedTokens = 0): Judge {
  let spent = usedTokens;

  /** Sends one request, and a second one if the answer has the wrong format. */
  async function ask<T>(request: TextRequest, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    let problem = "";
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const data =
        problem === "" ? request.data : `${request.data}\n\nYour last answer was of no use: ${problem}`;
      spent += estimateTokens(request.instructions, data) + request.maxOutputTokens;
      if (spent > reportTokens) throw new BudgetUsedUp();
      const answer = await model.complete({ ...request, data }, signal);
      if (answer.kind === "refused") throw new JudgeUnusable("it refused");
      const read = schema.safeParse(findJson(answer.text));
      if (answer.kind === "whole" && read.success) return read.data;
      problem =
        answer.kind === "cut"
          ? "it was cut at the limit of its length. Write fewer and shorter claims."
          : `it did not match the schema. ${read.success ? "" : problemOf(read.error)}`;
    }
    throw new JudgeUnusable(problem);
  }

  return {
    source: { kind: "model", name: model.name, promptVersion },
    async draft(data, itemIds, signal) {
      const { draft: instructions } = asking;
      const request = { instructions, data, schema: claimsSchema, maxOutputTokens: draftTokens };
      return asDraftClaims((await ask(request, claimsAnswer, signal)).claims, itemIds);
    },
    async review(claims, signal) {
      /** One run. Rejects with `MisledReview` if it fails its control. */
      const run = async (reviewed: readonly ClaimToReview[]): Promise<ReviewAnswer> => {
        const request = {
          instructions: asking.review,
          data: reviewData(withControl(reviewed)),
          schema: reviewSchema,
          maxOutputTokens: reviewTokens,
        };
        const answer = await ask(request, reviewAnswer, signal);
        if (failsControl(answer, reviewed.length)) throw new MisledReview();
        return answer;
      };
      const runAll = (reviewed: readonly ClaimToReview[]) =>
        Promise.allSettled(Array.from({ length: reviewRuns }, () => run(reviewed)));
      if (claims.length === 0) return nothingReviewed;
      const runs = await runAll(claims);
      if (!runs.some(isMisled)) return combine(claims, runs);
      // A quote tells the model what to say. Alone with the control, each claim shows whether it is one of its quotes.
      const alone: PromiseSettledResult<ReviewAnswer>[] = [];
      while (alone.length < claims.length) {
        const next = claims.slice(alone.length, alone.length + singleReviewsAtOnce);
        alone.push(...(await Promise.allSettled(next.map((claim) => run([claim])))));
      }
      const failed = alone.find((one) => one.status === "rejected" && !isMisled(one));
      if (failed?.status === "rejected") throw failed.reason;
      const rest = claims.filter((_, index) => alone[index]?.status === "fulfilled");
      if (rest.length === claims.length) return combine(claims, runs);
      return rest.length === 0 ? nothingReviewed : combine(rest, await runAll(rest));
    },
  };
}

const nothingReviewed: Review = { supported: [], plainExercises: [] };

function isMisled(run: PromiseSettledResult<unknown>): boolean {
  return run.status === "rejected" && run.reason instanceof MisledReview;
}

/**
 * A claim is supported if two runs say so. Rejects unless two runs are usable: with the error of an unavailable model if
 * there is one, because then another attempt may help.
 */
function combine(
  claims: readonly ClaimToReview[],
  runs: readonly PromiseSettledResult<ReviewAnswer>[],
): Review {
  const good = runs.flatMap((run) => (run.status === "fulfilled" ? [run.value] : []));
  if (good.length < supportingRuns) {
    const reasons = runs.flatMap((run) => (run.status === "rejected" ? [run.reason as unknown] : []));
    throw reasons.find((reason) => !endsDrafting(reason)) ?? reasons[0];
  }
  const idsOfMost = (what: "supported" | "plainExercise") =>
    claims.flatMap(({ id }, index) => {
      const yes = good.filter((answer) =>
        answer.claims.some((claim) => claim.claim === `c${index + 1}` && claim[what]),
      );
      return yes.length >= supportingRuns ? [id] : [];
    });
  return { supported: idsOfMost("supported"), plainExercises: idsOfMost("plainExercise") };
}

/*
 * A control in each review: praise that its quote plainly does not support. A model that finds it supported does not judge
 * by the quotes, because one of them tells it what to say. This does not depend on the words of such an order.
 */

const control: ClaimToReview = {
  id: "control",
  area: "cloudCosts",
  kind: "strength",
  text: "You compared the monthly costs of three cloud providers.",
  quotes: [{ said: "Can you see my screen now?", by: "interviewer" }],
  exercise: "",
};

/** The claims of a review with the control at their end. */
export function withControl(claims: readonly ClaimToReview[]): ClaimToReview[] {
  return [...claims, control];
}

/** True if a review fails its control. `count`: how many claims stand before it. */
export function failsControl(
  { claims }: { claims: readonly { claim: string; supported: boolean }[] },
  count: number,
): boolean {
  return claims.some(({ claim, supported }) => claim === `c${count + 1}` && supported);
}

/** Finds the JSON in a model's answer, also between code fences or after a sentence; undefined if there is none. */
export function findJson(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/u.exec(text)?.[1];
  const braced = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, fenced ?? "", braced]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // Try the next form. The result is undefined if none matches.
    }
  }
  return undefined;
}

/** Describes what is wrong with an answer, in a line that helps the model to correct it. */
export function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined
    ? "the answer does not have the form that was asked for"
    : `${issue.path.join(".")}: ${issue.message}`;
}

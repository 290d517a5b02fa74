import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import {
  type DraftedClaim,
  draftedClaims,
  type prepareDeviceDraft,
} from "@greenroom/contract/review/reports/device-draft.ts";
import { claimKinds } from "@greenroom/contract/schedule/report-shape.ts";
import type { z } from "zod";
import { type LanguageModelClass, type ModelSession, modelLanguages } from "./language-model.ts";

type DraftRequest = z.output<typeof prepareDeviceDraft.output>;

export type DraftProgress =
  | { step: "downloading"; share: number }
  | { step: "reading"; part: number; parts: number };

interface DraftOptions {
  request: DraftRequest;
  model: LanguageModelClass;
  signal: AbortSignal;
  onProgress: (progress: DraftProgress) => void;
}

/** Tokens that are reserved for the answer in the model's context. */
const answerTokens = 1_200;
/** The most requests for one report: each takes a small model up to a minute. */
const maxParts = 12;

/**
 * Has the model draft claims on each part of the record that fits its context, and returns all of them. Rejects
 * with the browser's `DOMException` when the model cannot be used, and with an `AbortError` once the signal is
 * aborted. Ignores an answer that is not JSON of our schema.
 */
export async function draftPoints({
  request,
  model,
  signal,
  onProgress,
}: DraftOptions): Promise<DraftedClaim[]> {
  const session = await model.create({
    ...modelLanguages,
    initialPrompts: [{ role: "system", content: request.instructions }],
    monitor: (monitor) =>
      monitor.addEventListener("downloadprogress", ({ loaded }) =>
        onProgress({ step: "downloading", share: loaded }),
      ),
    signal,
  });
  try {
    const parts = await splitToFit(session, request, signal);
    const claims: DraftedClaim[] = [];
    for (const [index, prompt] of parts.entries()) {
      onProgress({ step: "reading", part: index + 1, parts: parts.length });
      claims.push(...(await ask(session, prompt, request.schema, signal)));
    }
    return claims.slice(0, draftedClaims);
  } finally {
    session.destroy();
  }
}

/** Uses a fresh copy of the session for each part, so that earlier parts do not fill the context. */
async function ask(
  session: ModelSession,
  prompt: string,
  responseConstraint: object,
  signal: AbortSignal,
): Promise<DraftedClaim[]> {
  const copy = await session.clone({ signal });
  try {
    return readClaims(await copy.prompt(prompt, { responseConstraint, signal }));
  } finally {
    copy.destroy();
  }
}

function promptOf({ opening }: DraftRequest, lines: readonly string[]): string {
  return `${opening}\n\n<record>\n${lines.join("\n")}\n</record>`;
}

/**
 * Splits the record into the fewest equal parts that each fit, up to the most requests; leaves out a line that
 * never fits.
 */
async function splitToFit(
  session: ModelSession,
  request: DraftRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const room = session.contextWindow - session.contextUsage - answerTokens;
  const fits = async (lines: readonly string[]) =>
    (await session.measureContextUsage(promptOf(request, lines), {
      responseConstraint: request.schema,
      signal,
    })) <= room;
  const waiting: (readonly string[])[] = request.lines.length === 0 ? [] : [request.lines];
  const parts: string[] = [];
  for (let lines = waiting.shift(); lines !== undefined && parts.length < maxParts; lines = waiting.shift()) {
    if (await fits(lines)) parts.push(promptOf(request, lines));
    else if (lines.length > 1) {
      const middle = Math.ceil(lines.length / 2);
      waiting.unshift(lines.slice(0, middle), lines.slice(middle));
    }
  }
  return parts;
}

function readClaims(answer: string): DraftedClaim[] {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return [];
  }
  const { claims } = (value ?? {}) as { claims?: unknown };
  return Array.isArray(claims) ? claims.flatMap((claim: unknown) => readClaim(claim) ?? []) : [];
}

/** A claim in the form and length that the server accepts; null for anything else. */
function readClaim(value: unknown): DraftedClaim | null {
  const claim = (value ?? {}) as Partial<Record<keyof DraftedClaim, unknown>>;
  const kind = claimKinds.find((name) => name === claim.kind);
  if (kind === undefined || typeof claim.area !== "string" || typeof claim.text !== "string") return null;
  const evidence = Array.isArray(claim.evidence) ? claim.evidence : [];
  const words = (text: unknown, max: number) => (typeof text === "string" ? cutText(text, max) : "");
  return {
    area: cutText(claim.area, 60),
    kind,
    text: cutText(claim.text, 2_000),
    evidence: evidence
      .slice(0, 20)
      .flatMap((one: { item?: unknown; quote?: unknown } | null) =>
        typeof one?.item === "string" && typeof one.quote === "string"
          ? { item: one.item.slice(0, 60), quote: one.quote.slice(0, 2_000) }
          : [],
      ),
    exerciseTitle: words(claim.exerciseTitle, 1_000),
    exercise: words(claim.exercise, 2_000),
  };
}

import type { ClaimKind, ReportSource } from "@greenroom/contract/schedule/report-shape.ts";

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface TextRequest {
  /** The task for the model, without any data of a record. */
  instructions: string;
  /** The data that the model works on, between delimiters. */
  data: string;
  /** The shape of the answer: a JSON schema that both API dialects accept in strict mode. */
  schema: { name: string; json: Record<string, unknown> };
  maxOutputTokens: number;
}

/**
 * A completed answer. `refused`: the model declined. `cut`: it reached the token limit, so `text` is
 * incomplete JSON.
 */
export interface TextAnswer {
  kind: "whole" | "cut" | "refused";
  text: string;
  usage: TokenUsage;
}

/**
 * A language model behind an API. Every call rejects with an AppError `unavailable` while it cannot be used.
 */
export interface TextModel {
  readonly name: string;
  complete(request: TextRequest, signal: AbortSignal): Promise<TextAnswer>;
  /** A call that costs almost nothing and needs our key. Rejects with the problem. */
  check(): Promise<void>;
}

/** A claim by a judge that has not been checked yet. */
export interface DraftClaim {
  area: string;
  kind: ClaimKind;
  text: string;
  evidence: { itemId: string; quote: string }[];
  /** Both are empty if no exercise is proposed. */
  exerciseTitle: string;
  exercise: string;
}

export interface ReportRubric {
  areas: readonly { name: string; label: string }[];
}

/** A claim that passed the rules, as its review needs it. */
export interface ClaimToReview {
  id: string;
  area: string;
  kind: ClaimKind;
  text: string;
  quotes: { said: string; by: string }[];
  /** The title and the text of its exercise; empty without one. */
  exercise: string;
}

export interface Review {
  /** Ids of the claims that their quotes support. */
  supported: string[];
  /** Ids of the claims whose exercises only say what to practice. */
  plainExercises: string[];
}

/**
 * Drafts claims about an interview. They are drafts only: the server checks every claim against the record.
 */
export interface Judge {
  readonly source: ReportSource;
  /** `itemIds`: the ids of the record's items, in the order of the names that they have in the data. */
  draft(data: string, itemIds: readonly string[], signal: AbortSignal): Promise<DraftClaim[]>;
  /** Checks whether the quotes support the claims. */
  review(claims: readonly ClaimToReview[], signal: AbortSignal): Promise<Review>;
}

import { createHash } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Judge, JudgeInput, TextModel } from "../../../vendors/ai/port.ts";

type Draft = Awaited<ReturnType<Judge["judge"]>>;

interface StoredDraft {
  draft: Draft;
  /** Of what the draft was made from. */
  fingerprint: string;
  expiresAt: Date;
}

/** As long as we wait for an unavailable model. */
const keptMinutes = 30;
const mostDrafts = 50;

const drafts = new WeakMap<TextModel, Map<string, StoredDraft>>();

/**
 * A judge that answers with its draft of an earlier attempt, if only the review failed then and the request is still
 * the same. Drafts stay in this server's memory for half an hour, so that no words of a record are stored outside it;
 * another server drafts again.
 */
export function reusingDraft(
  judge: Judge,
  { model, bookingId, now }: { model: TextModel; bookingId: string; now: Date },
): Judge {
  const stored = drafts.get(model) ?? new Map<string, StoredDraft>();
  drafts.set(model, stored);
  for (const [id, { expiresAt }] of stored) if (expiresAt <= now) stored.delete(id);
  return {
    ...judge,
    async judge(input, signal) {
      const fingerprint = fingerprintOf(input);
      const earlier = stored.get(bookingId);
      if (earlier?.fingerprint === fingerprint) return earlier.draft;
      const draft = await judge.judge(input, signal);
      if (stored.size >= mostDrafts) stored.delete([...stored.keys()][0] ?? "");
      const expiresAt = addMinutes(now, keptMinutes);
      stored.set(bookingId, { draft, fingerprint, expiresAt });
      // Without another report, no later call would delete it. The timer itself holds no words of the record.
      setTimeout(() => {
        if (stored.get(bookingId)?.expiresAt === expiresAt) stored.delete(bookingId);
      }, keptMinutes * 60_000).unref();
      return draft;
    },
    async review(claims, signal) {
      const review = await judge.review(claims, signal);
      stored.delete(bookingId);
      return review;
    },
  };
}

function fingerprintOf(input: JudgeInput): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("hex");
}

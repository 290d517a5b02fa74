import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { TokenUsage } from "../../../vendors/ai/port.ts";
import { endLease, type TakenLease, takeLease } from "./store.ts";

/**
 * How long an attempt may take: longer than all calls of a model (110 s), and shorter than its job, so that the next
 * attempt of a job whose server stopped finds the lease run out.
 */
const leaseSeconds = 180;

export interface Attempt extends TakenLease {
  bookingId: string;
  leaseId: string;
}

/**
 * Begins an attempt at a report. Throws `conflict` while another one is under way: two at once would pay the model
 * twice. The lease is a row, because no lock may be held during the model's calls.
 */
export async function startAttempt({ database, clock }: Deps, bookingId: string): Promise<Attempt> {
  const now = clock.now();
  const leaseId = newId();
  const leasedUntil = new Date(now.getTime() + leaseSeconds * 1000);
  const taken = await takeLease(database, { bookingId, leaseId, leasedUntil, now });
  if (taken === null) {
    throw new AppError("conflict", {
      msg: "This report is being made right now. Please try again in a few minutes.",
    });
  }
  return { bookingId, leaseId, ...taken };
}

/** Ends an attempt that made no report, so that the next one can begin, and counts its tokens. */
export async function endFailedAttempt(
  deps: Deps,
  { bookingId, leaseId }: Attempt,
  { usage, problem }: { usage: TokenUsage | null; problem: string | null },
): Promise<void> {
  const costMicros = costOf(deps, usage);
  await endLease(deps.database, { bookingId, leaseId, usage, costMicros, outcome: null, problem });
}

/** The cost of these tokens in millionths of a US dollar; null without prices. */
export function costOf({ config }: Deps, usage: TokenUsage | null): number | null {
  const prices = config.ai?.prices ?? null;
  if (usage === null || prices === null) return null;
  return Math.round(usage.inputTokens * prices.input + usage.outputTokens * prices.output);
}

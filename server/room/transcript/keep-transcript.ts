import type { InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { areUtterancesStored, lockTranscript } from "./transcript-store.ts";

/**
 * Whether the transcript still has all words of this record, as they are there. Until the transaction ends, nobody can
 * delete or correct them.
 */
export async function keepTranscript(
  tx: Tx,
  { bookingId, items }: Pick<InterviewRecord, "bookingId" | "items">,
): Promise<boolean> {
  const utterances = items.filter((item) => item.kind === "utterance");
  if (utterances.length === 0) return true;
  await lockTranscript(tx, bookingId);
  return await areUtterancesStored(tx, bookingId, utterances);
}

import type { Tx } from "../../../db/database.ts";
import { areUtterancesStored, lockTranscript } from "./transcript-store.ts";

/**
 * Whether all these utterances still exist. Until the transaction ends, nobody can delete them from the transcript.
 */
export async function keepTranscript(
  tx: Tx,
  bookingId: string,
  utteranceIds: readonly string[],
): Promise<boolean> {
  if (utteranceIds.length === 0) return true;
  await lockTranscript(tx, bookingId);
  return await areUtterancesStored(tx, bookingId, utteranceIds);
}

import type { TranscriptState } from "@greenroom/contract/room/transcript.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { currentAgreement } from "./transcript-rules.ts";
import { hasUtterances, selectConsents } from "./transcript-store.ts";

/** The current state of an interview's transcript. */
export async function readTranscriptState(
  { config, database }: Pick<Deps, "config"> & { database: Deps["database"] | Tx },
  booking: BookingRecord,
): Promise<TranscriptState> {
  const { userIds, bothSince } = currentAgreement(booking, await selectConsents(database, booking.id));
  return {
    agreed: userIds.map((id) => (id === booking.intervieweeId ? "interviewee" : "interviewer")),
    bothSince: bothSince?.toISOString() ?? null,
    hasService: config.transcription !== null,
    hasUtterances: await hasUtterances(database, booking.id),
  };
}

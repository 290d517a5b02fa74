import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { hasReport } from "../has-report.ts";
import { findCompletedAt } from "../store.ts";
import { areCorrectionsOpen, correctionsEndAt } from "./transcript-rules.ts";
import { selectReviewers } from "./transcript-store.ts";

export interface Corrections {
  isOpen: boolean;
  until: Date | null;
  doneBy: string[];
}

/** Whether both parties can still correct what they said, until when, and who has finished. */
export async function readCorrections(
  { config, clock, database }: Pick<Deps, "config" | "clock"> & { database: Deps["database"] | Tx },
  { id, intervieweeId, interviewerId }: BookingRecord,
): Promise<Corrections> {
  const completedAt = await findCompletedAt(database, id);
  const doneBy = await selectReviewers(database, id);
  const { correctionMinutes } = config;
  const isOpen = areCorrectionsOpen({
    completedAt,
    correctionMinutes,
    hasReport: await hasReport(database, id),
    areBothDone: [intervieweeId, interviewerId].every((person) => doneBy.includes(person)),
    now: clock.now(),
  });
  return { isOpen, until: correctionsEndAt({ completedAt, correctionMinutes }), doneBy };
}

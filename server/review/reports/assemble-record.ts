import {
  type InterviewGoal,
  type InterviewItem,
  type InterviewRecord,
  interviewRecordSchema,
  recordItems,
} from "@greenroom/contract/review/reports/interview-record.ts";
import {
  goalCompanyNames,
  goalLevelNames,
  goalPracticeNames,
} from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { Deps } from "../../kernel/deps.ts";
import { listRoomItems } from "../../room/record/list-record-items.ts";
import { listShortAbsences } from "../../room/record/list-short-absences.ts";
import { findBookingGoal } from "../../schedule/bookings/goal.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { findReportTrack } from "./find-report-track.ts";

/** What people do while they wait for the start is not part of the interview. */
const warmUpKinds: readonly InterviewItem["kind"][] = ["utterance", "run", "board", "chat", "mark"];

/** The record of an interview from its start on, oldest item first. */
export async function assembleRecord(
  deps: Pick<Deps, "database" | "workers">,
  booking: BookingRecord,
  now: Date,
): Promise<InterviewRecord> {
  const { database } = deps;
  const all = await listRoomItems(deps, booking, now);
  const items = all.filter(({ kind, at }) => !warmUpKinds.includes(kind) || new Date(at) >= booking.startsAt);
  const goal = await findBookingGoal(database, booking.id);
  return interviewRecordSchema.parse({
    bookingId: booking.id,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    goal: goal === null ? null : describeGoal(goal),
    track: await findReportTrack(database, booking.id),
    items: items.slice(0, recordItems),
    shortAbsences: (await listShortAbsences(database, booking)).slice(0, recordItems),
  });
}

/** A goal with the labels that the screens show. */
function describeGoal({ role, level, companyType, practice, practiceOther, note }: Goal): InterviewGoal {
  return {
    role,
    level: level === null ? "" : goalLevelNames[level],
    companyType: companyType === null ? "" : goalCompanyNames[companyType],
    practice: practice.map((name) => goalPracticeNames[name]),
    // The free text is longer than one entry of the list may be.
    note: [practiceOther === "" ? "" : `Also to practice: ${practiceOther}`, note]
      .filter((text) => text !== "")
      .join("\n"),
  };
}

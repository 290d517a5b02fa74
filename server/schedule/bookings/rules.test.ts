import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { expect, it } from "vitest";
import {
  type InterviewEvidence,
  type RecordFinding,
  type RoomEvidence,
  readRecord,
  tookPlace,
} from "./rules.ts";

const nobody: RoomEvidence = {
  isRecorded: true,
  wasIntervieweeSeen: false,
  wasInterviewerSeen: false,
  secondsTogether: 0,
};
const both = { wasIntervieweeSeen: true, wasInterviewerSeen: true };

it.each<[string, Partial<RoomEvidence>, RecordFinding]>([
  ["both were together for 20 minutes", { ...both, secondsTogether: 1200 }, "took-place"],
  ["both were together for a second less", { ...both, secondsTogether: 1199 }, "ended-early"],
  ["both came, but never at the same time", both, "ended-early"],
  ["only the interviewer came", { wasInterviewerSeen: true }, "interviewee-absent"],
  ["only the interviewee came", { wasIntervieweeSeen: true }, "interviewer-absent"],
  ["nobody came", {}, "nobody-came"],
  ["another provider held the meeting", { isRecorded: false }, "not-recorded"],
])("reads the record: %s", (_case, evidence, finding) => {
  expect(readRecord({ ...nobody, ...evidence }, 20)).toBe(finding);
});

const endsAt = new Date("2026-11-20T13:15:00Z");
const nothing: InterviewEvidence = {
  ...nobody,
  status: "pending",
  endsAt,
  completedAt: null,
  hasFeedback: false,
  hasFeedbackFile: false,
};
const endedByHand = { status: "completed", completedAt: new Date("2026-11-20T13:00:00Z") } as const;

it.each<[string, Partial<InterviewEvidence>, Party[]]>([
  ["there is no evidence", {}, []],
  ["it was completed automatically", { status: "completed", completedAt: endsAt }, []],
  ["both were in the room for five minutes", { secondsTogether: 300 }, ["interviewee", "interviewer"]],
  ["both were in the room for a moment", { secondsTogether: 299 }, []],
  [
    "it was rated",
    { status: "completed", completedAt: endsAt, hasFeedback: true },
    ["interviewee", "interviewer"],
  ],
  ["the interviewer gave feedback", { hasFeedbackFile: true }, ["interviewer"]],
  [
    "its interviewer ended it after both met for a moment",
    { ...endedByHand, secondsTogether: 1 },
    ["interviewee", "interviewer"],
  ],
  ["its interviewer ended it without meeting the interviewee", endedByHand, ["interviewer"]],
  ["it was ended outside our room", { ...endedByHand, isRecorded: false }, ["interviewer"]],
  ["the other's report already decided it", { ...endedByHand, status: "no_show_interviewee" }, []],
])("when %s, these cannot report a no-show: %3$j", (_case, evidence, refused) => {
  const parties: Party[] = ["interviewee", "interviewer"];
  expect(parties.filter((party) => tookPlace(party, { ...nothing, ...evidence }))).toEqual(refused);
});

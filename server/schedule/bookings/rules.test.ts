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
  intervieweeSeconds: 0,
  interviewerSeconds: 0,
  secondsTogether: 0,
};
const both = { intervieweeSeconds: 1200, interviewerSeconds: 1200 };
const waited = 300;

it.each<[string, Partial<RoomEvidence>, RecordFinding]>([
  ["both were together for 20 minutes", { ...both, secondsTogether: 1200 }, "took-place"],
  ["both were together for a second less", { ...both, secondsTogether: 1199 }, "ended-early"],
  ["both came, but never at the same time", both, "ended-early"],
  ["only the interviewer came", { interviewerSeconds: waited }, "interviewee-absent"],
  ["only the interviewer came, and did not wait", { interviewerSeconds: waited - 1 }, "nobody-came"],
  ["only the interviewee came, for a moment", { intervieweeSeconds: 1 }, "interviewer-absent"],
  ["nobody came", {}, "nobody-came"],
  [
    "the interviewee looked in on a waiting interviewer",
    { interviewerSeconds: 2700, intervieweeSeconds: waited - 1, secondsTogether: waited - 1 },
    "interviewee-absent",
  ],
  [
    "the interviewer looked in on a waiting interviewee",
    { intervieweeSeconds: 2700, interviewerSeconds: 3, secondsTogether: 3 },
    "interviewer-absent",
  ],
  [
    "the interviewee came five minutes before the end",
    { interviewerSeconds: 2700, intervieweeSeconds: waited, secondsTogether: waited },
    "ended-early",
  ],
  [
    "both talked, and one stayed on alone for a moment",
    { interviewerSeconds: 303, intervieweeSeconds: 294, secondsTogether: 294 },
    "ended-early",
  ],
  [
    "both came for a moment",
    { intervieweeSeconds: 60, interviewerSeconds: 60, secondsTogether: 60 },
    "ended-early",
  ],
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

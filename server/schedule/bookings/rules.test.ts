import { expect, it } from "vitest";
import { type RecordFinding, type RoomEvidence, readRecord } from "./rules.ts";

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

import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { QuestionMarks } from "@greenroom/contract/room/room-questions.ts";
import type { MarkLabel, RoomRecord } from "@greenroom/contract/room/room-record.ts";
import { Link } from "react-router";
import { formatClock } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";

/** A time on the interview's clock: `12:05`, or `−1:30` before the start. */
export function formatElapsed(atSeconds: number): string {
  return `${atSeconds < 0 ? "−" : ""}${formatClock(Math.abs(atSeconds))}`;
}

export const markLabelTexts: Record<MarkLabel, string> = { good: "Good", come_back: "Come back to this" };

/** "Correct population 4 of 5. Checked the split unprompted": the scores and the note; empty without any. */
export function marksText({ criteria, note }: QuestionMarks): string {
  const scores = criteria.flatMap(({ name, score }) => (score === null ? [] : [`${name} ${score} of 5`]));
  return [scores.join(", "), note].filter((part) => part !== "").join(". ");
}

interface RoomParticipant {
  _id: string;
  isYou: boolean;
  firstName: string;
  lastName: string;
}

export function isOwnId(participants: readonly RoomParticipant[], personId: string): boolean {
  return participants.some(({ _id, isYou }) => isYou && _id === personId);
}

/** The name of a person in a room, for one of its two participants; anybody else has no name here. */
export function participantName(participants: readonly RoomParticipant[], personId: string): string {
  const participant = participants.find(({ _id }) => _id === personId);
  return participant?.isYou ? "You" : participant ? fullName(participant) : "Somebody who was here";
}

interface RecordLinkProps {
  bookingId: string;
  viewer: "interviewee" | "interviewer";
  /** The other person's name, because a page can contain several of these links. */
  withName: string;
}

export function RecordLink({ bookingId, viewer, withName }: RecordLinkProps) {
  const to =
    viewer === "interviewer" ? paths.interviewerRecord(bookingId) : paths.intervieweeRecord(bookingId);
  return (
    <Link to={to} className={buttonClass({ variant: "quiet", size: "sm" })}>
      <span>
        Interview record<span className="sr-only"> with {withName}</span>
      </span>
    </Link>
  );
}

/** False once the record may have been deleted for its age: an empty one then says nothing about the interview. */
export function isRecordKept({ endTime }: Pick<RoomRecord, "endTime">, recordDays: number): boolean {
  return Date.now() < Date.parse(endTime) + recordDays * 86_400_000;
}

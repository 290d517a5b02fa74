import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";

interface RecordLinkProps {
  bookingId: string;
  viewer: "interviewee" | "interviewer";
  /** The other person's name, because a page can contain several of these links. */
  withName: string;
}

/** A link to the record of an interview. */
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

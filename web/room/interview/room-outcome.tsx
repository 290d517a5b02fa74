import type { Role } from "@greenroom/contract/kernel/endpoint.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";

/** The message of a room after its interview: what happened, and where this user goes next. */
export interface RoomOutcome {
  title: string;
  text: string;
  next: { to: string; label: string };
}

type BookingOutcome = Pick<Room, "bookingId" | "isUnclear"> & {
  status: BookingStatus;
  transcript: Pick<Room["transcript"], "hasUtterances">;
};

const answerReportText = "If that is wrong, report a mistake with the booking.";
/** For the interviewer of an interview that ended early. */
export const earningWaitsText = "Your earning waits until your interviewee has said that it was fine.";

/**
 * The outcome for a participant of this role. An interview whose time is up counts as completed even before the server
 * has recorded it.
 */
export function roomOutcome(
  { bookingId, status, isUnclear, transcript }: BookingOutcome,
  role: Role,
): RoomOutcome {
  const isInterviewer = role === "interviewer";
  const book = { to: paths.booking, label: "Book another interview" };
  const sessions = { to: paths.mySessions, label: "See it in My Sessions" };
  const history = { to: paths.history, label: "See it in History" };
  if (isUnclear) {
    return isInterviewer
      ? { title: "This interview ended early", text: earningWaitsText, next: history }
      : {
          title: "Did this end too early?",
          text: "You can have your session back, or say that it was fine.",
          next: { ...sessions, label: "Answer in My Sessions" },
        };
  }
  switch (status) {
    case "cancelled":
      return {
        title: "This interview was canceled",
        text: isInterviewer
          ? "The interviewee was told by email."
          : "You'll find what happened to your session with the booking.",
        next: isInterviewer ? history : sessions,
      };
    case "no_show_interviewer":
      return isInterviewer
        ? { title: "You missed this interview", text: answerReportText, next: history }
        : {
            title: "Your interviewer did not attend",
            text: "Your session has been returned, and you can book with it right away.",
            next: book,
          };
    case "no_show_interviewee":
      return isInterviewer
        ? {
            title: "Your interviewee did not attend",
            text: "You are paid for the interview as booked.",
            next: history,
          }
        : { title: "You missed this interview", text: answerReportText, next: sessions };
    case "pending":
    case "completed":
      return {
        title: "That’s a wrap",
        text:
          (isInterviewer
            ? "Write or upload your feedback while it is fresh. Your earning is credited with it."
            : "Tell us how it went: your feedback takes a minute. Your interviewer's feedback appears on the same page.") +
          correctionText(transcript),
        next: {
          to: pathAfterInterview(bookingId, role),
          label: isInterviewer ? "Give feedback in History" : "Give feedback in My Sessions",
        },
      };
  }
}

export function outcomeForViewer(room: Room): RoomOutcome {
  return roomOutcome(room, room.parties.find((party) => party.isYou)?.role ?? "interviewee");
}

/** Another sentence for those whose words were written down; otherwise nothing. */
export function correctionText({ hasUtterances }: Pick<Room["transcript"], "hasUtterances">): string {
  return hasUtterances
    ? " Until the report is made, you can correct your words in the interview record."
    : "";
}

/** Whether the interviewer ended it early, by the room's last message; after the end time nobody can. */
export function isEndedEarly({
  status,
  isUnclear,
  now,
  endTime,
}: Pick<Room, "status" | "isUnclear" | "now" | "endTime">): boolean {
  return (status === "completed" || isUnclear) && now < endTime;
}

/** Names the person who ended the interview, in a sentence. */
export function endedText(parties: Room["parties"]): string {
  const interviewer = parties.find(({ role }) => role === "interviewer");
  const who = interviewer?.isYou ? "You" : interviewer ? fullName(interviewer) : "Your interviewer";
  return `${who} ended the interview.`;
}

/** The path to a user's form about a completed interview. */
export function pathAfterInterview(bookingId: string, role: Role): string {
  return role === "interviewer" ? paths.history : `${paths.mySessions}?feedback=${bookingId}`;
}

/** The path after an interview that the interviewer has ended: the form about it, or the question whether it was fine. */
export function pathAfterEnd({ bookingId, isUnclear }: Room, role: Role): string {
  return isUnclear && role === "interviewee" ? paths.mySessions : pathAfterInterview(bookingId, role);
}

export function NextStepLink({ to, label }: RoomOutcome["next"]) {
  return (
    <Link to={to} className={buttonClass({ variant: "accent" })}>
      {label}
    </Link>
  );
}

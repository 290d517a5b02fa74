import type { Role } from "@greenroom/contract/accounts.ts";
import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import type { Room } from "@greenroom/contract/meetings.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../accounts/person-name.ts";

/** What a room says once its session is no more: what happened, and where this person goes from here. */
export interface RoomOutcome {
  title: string;
  words: string;
  next: { to: string; label: string };
}

type Seen = { bookingId: string; status: BookingStatus };

const answerReport = "If that is not so, answer by reporting it with the booking.";

/** For the one who looks. A session whose time is up counts as held, also in the minute until the server has written so. */
export function roomOutcome({ bookingId, status }: Seen, role: Role): RoomOutcome {
  const isInterviewer = role === "interviewer";
  const book = { to: paths.booking, label: "Book another interview" };
  const sessions = { to: paths.mySessions, label: "See it in My Sessions" };
  const history = { to: paths.history, label: "See it in History" };
  switch (status) {
    case "cancelled":
      return {
        title: "This interview was cancelled",
        words: isInterviewer
          ? "Its interviewee was told by mail."
          : "What became of your session stands with it.",
        next: isInterviewer ? history : sessions,
      };
    case "no_show_interviewer":
      return isInterviewer
        ? { title: "You were reported as not having come", words: answerReport, next: history }
        : {
            title: "Your interviewer did not come",
            words: "Your session is back, and you can book with it at once.",
            next: book,
          };
    case "no_show_interviewee":
      return isInterviewer
        ? {
            title: "Your interviewee did not come",
            words: "The interview is paid to you as booked.",
            next: history,
          }
        : { title: "You were reported as not having come", words: answerReport, next: sessions };
    case "pending":
    case "completed":
      return {
        title: "That’s a wrap",
        words: isInterviewer
          ? "Write or upload your feedback while it is fresh. Your earning is credited with it."
          : "Say how it went: your feedback takes a minute. What your interviewer writes comes to the same page.",
        next: {
          to: afterSession(bookingId, role),
          label: isInterviewer ? "Give feedback in History" : "Give feedback in My Sessions",
        },
      };
  }
}

/** The interviewer ended it before its time, as far as the room's last news tells: after that time nobody can. */
export function isEndedEarly({ status, now, endTime }: Pick<Room, "status" | "now" | "endTime">): boolean {
  return status === "completed" && now < endTime;
}

/** Who ended the interview, in a sentence. */
export function endedWords(parties: Room["parties"]): string {
  const host = parties.find(({ role }) => role === "interviewer");
  const who = host?.isYou ? "You" : host ? fullName(host) : "Your interviewer";
  return `${who} ended the interview.`;
}

/** Where a person goes when a session was held: to the form that asks them about it. */
export function afterSession(bookingId: string, role: Role): string {
  return role === "interviewer" ? paths.history : `${paths.mySessions}?feedback=${bookingId}`;
}

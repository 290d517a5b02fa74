import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import { nobodyCameAnswerHours, type Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import type { outcomeNews } from "../job-definitions.ts";
import { type BookingMailContext, loadMailContext } from "../mail-context.ts";
import { describeConsequence } from "../outcome-mails.ts";
import { noShowStatusOf } from "../rules.ts";
import { findUnclear, type UnclearRow } from "./unclear-store.ts";

type News = (typeof outcomeNews)[number];

interface OutcomeMail {
  bookingId: string;
  to: Party;
  about: News;
}

/** Tells a party what the room's record says about the interview, and what follows. */
export async function sendOutcome(deps: Deps, { bookingId, to, about }: OutcomeMail): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  if (context === null) return;
  const unclear = await findUnclear(deps.database, bookingId);
  // A question that was answered before its mail went out.
  if (unclear !== null && unclear.outcome !== null && about === unclear.found) return;
  const { business, publicUrl } = deps.config;
  const { reader, otherName, when } = context;
  const { heading, text } = describeNews(about, context, { unclear, timeZone: business.timeZone });
  await deps.mail.send(
    composeMail(business, {
      to: reader.email,
      subject: `About your interview on ${when.short}`,
      heading,
      paragraphs: [`It is about your interview with ${otherName}: ${when.long}`, ...text],
      action: {
        label: "See the booking",
        url: `${publicUrl}${to === "interviewee" ? "/interviewee-dashboard/my-sessions" : "/interviewer-dashboard/history"}`,
      },
    }),
  );
}

interface Facts {
  unclear: UnclearRow | null;
  /** For readers who have none of their own. */
  timeZone: string;
}

function describeNews(
  about: News,
  { booking, role, reader, otherName }: BookingMailContext,
  { unclear, timeZone }: Facts,
): { heading: string; text: string[] } {
  const isInterviewer = role === "interviewer";
  const returned = describeConsequence("interviewer", role);
  const together = `You were together for ${Math.floor((unclear?.secondsTogether ?? 0) / 60)} min.`;
  const reason = unclear?.reason ?? null;
  switch (about) {
    case "missed": {
      const accused = booking.status === noShowStatusOf("interviewee") ? "interviewee" : "interviewer";
      const isAccused = accused === role;
      return {
        heading: isAccused ? "You missed this interview." : `${otherName} did not come.`,
        text: [
          `The room's record shows that ${isAccused ? "you were" : "they were"} not there. ${describeConsequence(accused, role)}`,
          ...(isAccused ? ["If that is wrong, report a mistake with the booking, or write to us."] : []),
        ],
      };
    }
    case "ended-early":
      return isInterviewer
        ? {
            heading: "This interview ended early.",
            text: [
              `${together} We ask ${otherName} whether that was fine. Your earning waits for the answer.`,
              ...(reason === null ? ["Please say with the booking why it was short."] : []),
            ],
          }
        : {
            heading: "Did this end too early?",
            text: [
              together,
              ...(reason === null ? [] : [`${otherName} says why: ${reason}`]),
              "You can have your session back with one tap, or say that it was fine.",
            ],
          };
    case "nobody-came": {
      const until = addMinutes(booking.endsAt, 60 * nobodyCameAnswerHours);
      return {
        heading: "Did this interview take place?",
        text: [
          "Neither of you was in the room. If you met elsewhere, please both say so with the booking.",
          `Otherwise, after ${formatNamedMoment(until, reader.timeZone ?? timeZone)}, the session is returned and nothing is paid.`,
        ],
      };
    }
    case "took-place":
      return {
        heading: "The interview is completed.",
        text: [
          unclear?.found === "nobody-came"
            ? "You both said that it took place."
            : unclear?.intervieweeConfirmed
              ? `${otherName} says that it was fine.`
              : `After the early end you both went on. ${together}`,
          "You are paid for it once you send your feedback.",
        ],
      };
    case "session-returned":
      return {
        heading: "The session was returned.",
        text: [unclear?.found === "ended-early" ? together : "Neither of you was in the room.", returned],
      };
    case "canceled-late":
      return isInterviewer
        ? { heading: "You canceled after the start.", text: [`It counts as missed. ${returned}`] }
        : { heading: `${otherName} canceled after the start.`, text: [returned] };
  }
}

import type { Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { findPeople } from "../accounts/find-people.ts";
import { addressParty } from "./address-party.ts";
import { selectMove } from "./course-store.ts";
import { confirmation, formerTime, movedAway } from "./messages.ts";
import { nameSessionTime } from "./name-session-time.ts";
import { writeInvite } from "./write-invite.ts";

interface Move {
  bookingId: string;
  sequence: number;
  to: Party | "former-interviewer";
}

/** Mails somebody that a booking was moved. A move that another one has overtaken is left to that one's mail. */
export async function sendMove(deps: Deps, { bookingId, sequence, to }: Move): Promise<void> {
  if (to === "former-interviewer") return await releaseFormer(deps, bookingId, sequence);
  const addressed = await addressParty(deps, bookingId, to);
  if (addressed === null) return;
  const { booking } = addressed;
  if (booking.status !== "pending" || booking.inviteSequence !== sequence) return;
  const { business, cancelNoticeHours } = deps.config;
  const from = await selectMove(deps.database, bookingId, sequence);
  const timeZone = addressed.reader.timeZone ?? business.timeZone;
  // Whoever is new to the booking hears of an interview, not of a move.
  const isNew = to === "interviewer" && from.interviewerId !== booking.interviewerId;
  const confirmed = confirmation(addressed, { noticeHours: cancelNoticeHours, now: deps.clock.now() });
  const content = isNew ? confirmed : formerTime(confirmed, addressed, nameSessionTime(from, timeZone));
  await deps.mail.send({
    ...composeMail(business, content),
    calendar: await writeInvite(deps, "REQUEST", { ...addressed, ...booking, bookingId, sequence }),
  });
}

/** The interviewer who has the booking no more, also when it has moved on or was cancelled since. */
async function releaseFormer(deps: Deps, bookingId: string, sequence: number): Promise<void> {
  const { business, publicUrl } = deps.config;
  const addressed = await addressParty(deps, bookingId, "interviewer");
  const from = await selectMove(deps.database, bookingId, sequence);
  const reader = (await findPeople(deps.database, [from.interviewerId])).get(from.interviewerId);
  if (addressed === null || reader === undefined) return;
  const when = nameSessionTime(from, reader.timeZone ?? business.timeZone);
  const bookingUrl = `${publicUrl}/interviewer-dashboard/calendar`;
  const told = { reader, otherName: addressed.otherName, when, bookingUrl };
  await deps.mail.send({
    ...composeMail(business, movedAway(told)),
    calendar: await writeInvite(deps, "CANCEL", { ...told, ...from, bookingId, sequence }),
  });
}

import type { Attendance, Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { addressParty } from "./address-party.ts";
import { selectNoShowReport } from "./course-store.ts";
import { noShow, noShowForUs } from "./messages.ts";
import { missedBy, otherParty } from "./rules.ts";

interface NoShow {
  bookingId: string;
  reportedBy: Party;
  to: Party | "operator";
}

/** Mails a party, or us, that somebody was reported not to have come and what follows from it. */
export async function sendNoShow(deps: Deps, { bookingId, reportedBy, to }: NoShow): Promise<void> {
  const report = await selectNoShowReport(deps.database, bookingId, reportedBy);
  const accused = otherParty(reportedBy);
  const addressed = await addressParty(deps, bookingId, to === "operator" ? reportedBy : to);
  if (addressed === null) return;
  const { business } = deps.config;
  if (to === "operator") {
    const record = report.record as unknown as Attendance;
    return await deps.mail.send(
      composeMail(business, noShowForUs(business, addressed, { ...report, accused, record })),
    );
  }
  const isDecided = addressed.booking.status === missedBy(accused);
  await deps.mail.send(composeMail(business, noShow(addressed, { accused, isDecided })));
}

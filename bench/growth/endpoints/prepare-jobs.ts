import { addMinutes } from "@greenroom/contract/core/time.ts";
import { fuzzPassword } from "../../../prove/lib/generate.ts";
import type { Person } from "../../../prove/lib/people.ts";
import type { Random } from "../../../prove/lib/random.ts";
import { inTransaction } from "../../../server/db/transaction.ts";
import { noticeLockout } from "../../../server/domains/accounts/lockout/notice-lockout.ts";
import { findBooking } from "../../../server/domains/bookings/find-booking.ts";
import { mailConfirmation, mailReminder } from "../../../server/domains/bookings/job-definitions.ts";
import { mailFeedbackReminder, mailRemedy } from "../../../server/domains/feedback/job-definitions.ts";
import { mailInfectedFile } from "../../../server/domains/files/job-definitions.ts";
import { createMeeting } from "../../../server/domains/meetings/create-meeting.ts";
import { fallBackToRoom } from "../../../server/domains/meetings/fall-back-to-room.ts";
import { acquireMeetingLease } from "../../../server/domains/meetings/meeting-store.ts";
import { tellDiscountAgain } from "../../../server/domains/payments/job-definitions.ts";
import { mailReport, makeReport } from "../../../server/domains/reports/job-definitions.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { EndpointBed } from "./open-bed.ts";
import {
  book,
  chooseCode,
  confirm,
  createPerson,
  emailOfPerson,
  idOf,
  moveInterview,
  openOrder,
  send,
  sendAs,
  sendFormAs,
  withNewPair,
  withoutTriggers,
} from "./prepare.ts";
import { form, newEmail } from "./prepare-accounts.ts";
import { captureOrder, closeDays, pdfForm } from "./prepare-bookings.ts";
import { endRound } from "./prepare-practice.ts";

/** Enqueues a job of one kind that has something to do. `index` counts the jobs of a kind. */
export type JobPreparation = (bed: EndpointBed, random: Random, index: number) => Promise<void>;

/** Jobs that the calls of the operations enqueue too rarely, or with nothing to do. */
export const jobPreparations: Record<string, JobPreparation> = {
  // Of two forms for one address, nobody can tell without the browser's proof which one is the owner's.
  "accounts.send-no-password-notice": async (bed, random) => {
    const email = newEmail(random);
    for (const password of [fuzzPassword, "calm-Badger-88!"])
      await send(bed, "nobody", "POST", "/api/auth/signup-start", { ...form, email, password });
    const otp = await chooseCode(bed, "signup", email);
    await send(bed, "nobody", "POST", "/api/auth/signup-verify", { email, otp });
  },
  "accounts.send-lockout-notice": async (bed, random) => {
    await noticeLockout(bed.deps, await emailOfPerson(bed, (await createPerson(bed, random)).id));
  },
  "accounts.send-new-device-notice": async (bed, random) => {
    const email = await emailOfPerson(bed, (await createPerson(bed, random)).id);
    await send(bed, "nobody", "POST", "/api/auth/signin-otp-start", { email });
    const otp = await chooseCode(bed, "signin", email);
    await send(bed, "nobody", "POST", "/api/auth/signin-otp-verify", { email, otp });
  },
  // The order stays open, and the next one of these jobs gets it, too.
  "payments.note-to-operator": async (bed) => {
    const { who, body, headers } = await captureOrder(bed, { otherPaise: 100 });
    await send(bed, who, "POST", "/api/payment/webhook", body, headers);
  },
  // Its order was paid after its hold, when the coupon had been used.
  "payments.discount-again": async (bed) => {
    const { rows } = await bed.pool.query<{ id: string }>(
      "select id from orders where provider_order_id = $1",
      [(await openOrder(bed)).id],
    );
    const orderId = rows[0]?.id ?? "";
    const note = { orderId, paymentId: bed.records.purchaseId, coupon: "ONCE" };
    await enqueue(bed, tellDiscountAgain, { ...note, discounts: ["per-user" as const] });
  },
  "availability.mail-day-closed": async (bed, random) => {
    await closeDays(await withNewPair(bed, random));
  },
  "bookings.mail-confirmation": async (bed) => {
    await enqueue(bed, mailConfirmation, { bookingId: (await book(bed))._id, to: "interviewee" });
  },
  "bookings.mail-reminder": async (bed) => {
    const { _id: bookingId, startTime: startsAt } = await book(bed);
    await enqueue(bed, mailReminder, { bookingId, to: "interviewee", hoursBefore: 24, startsAt });
  },
  "meetings.remove": async (bed) => {
    const booking = await findNew(bed);
    await createMeeting(bed.deps, booking);
    await send(bed, "interviewee", "POST", `/api/user/bookings/${booking.id}/cancel`);
  },
  "meetings.mail-room-instead": async (bed) => {
    const booking = await findNew(bed);
    const lease = { bookingId: booking.id, provider: "zoom", now: bed.clock.now() };
    await acquireMeetingLease(bed.deps.database, lease);
    await fallBackToRoom(bed.deps, booking, "no-host");
  },
  "feedback.scan-file": async (bed, _random, index) => {
    const bookingId = await holdInterview(bed, { minutesAgo: daysAgo(3) + step * index });
    const path = `/api/interviewer/feedback-upload/${bookingId}`;
    const { token } = bed.callers.interviewer ?? {};
    await withoutScanner(bed, () => sendFormAs(bed, token, path, pdfForm("feedback")));
  },
  "feedback.mail-reminder": async (bed, _random, index) => {
    const bookingId = await holdInterview(bed, { minutesAgo: 60 * 5 + step * index });
    await enqueue(bed, mailFeedbackReminder, { bookingId });
  },
  "feedback.mail-remedy": async (bed, _random, index) => {
    const bookingId = await holdInterview(bed, { minutesAgo: daysAgo(5) + step * index });
    await enqueue(bed, mailRemedy, { bookingId, to: "interviewee" });
  },
  "reports.make": async (bed, _random, index) => {
    const bookingId = await holdInterview(bed, { minutesAgo: daysAgo(7) + step * index });
    await enqueue(bed, makeReport, { bookingId });
  },
  "reports.mail": (bed) => enqueue(bed, mailReport, { bookingId: bed.records.heldBookingId }),
  "practice.make-report": async (bed, random) => {
    await endRound(bed, await createPerson(bed, random));
  },
  // Its time and the time after it are over, and nobody has ended it.
  "practice.end-round": async (bed, random) => {
    const { token } = await createPerson(bed, random);
    const wanted = { role: "data-scientist", minutes: 15 };
    const { id } = await sendAs(bed, token, "POST", "/api/practice/rounds", wanted);
    await bed.pool.query(
      "update practice_rounds set started_at = started_at - interval '1 hour', ends_at = ends_at - interval '1 hour' where id = $1",
      [id],
    );
  },
  "files.mail-infected": (bed) =>
    enqueue(bed, mailInfectedFile, {
      userId: idOf(bed, "interviewee"),
      fileName: "resume.pdf",
      found: "Eicar-Signature",
    }),
  "resumes.scan-file": async (bed, random) => {
    const person = await createPerson(bed, random);
    await withoutScanner(bed, () => uploadResume(bed, person));
  },
  "resumes.remove-file": async (bed, random) => {
    const person = await createPerson(bed, random);
    await uploadResume(bed, person);
    await uploadResume(bed, person);
  },
  "privacy.remove-files": async (bed, random) => {
    const person = await createPerson(bed, random);
    await uploadResume(bed, person);
    await confirm(bed, `/api/operator/people/${person.id}/delete`, {});
  },
};

function enqueue<Payload extends object>(
  { deps }: EndpointBed,
  job: Job<Payload>,
  payload: Payload,
): Promise<void> {
  return inTransaction(deps.database, (tx) => deps.jobs.enqueue(tx, job, payload));
}

async function findNew(bed: EndpointBed) {
  const booking = await findBooking(bed.deps.database, (await book(bed))._id);
  if (booking === null) throw new Error("the booking is gone");
  return booking;
}

const daysAgo = (days: number) => days * 24 * 60;
/** Between the beginnings of two interviews of one interviewer. */
const step = 50;

/** A booking whose interview began so long ago, and waits for its feedback. */
async function holdInterview(bed: EndpointBed, { minutesAgo }: { minutesAgo: number }): Promise<string> {
  const { _id } = await book(bed);
  await withoutTriggers(bed, async (client) => {
    await moveInterview(client, _id, addMinutes(bed.clock.now(), -minutesAgo));
    await client.query("update bookings set status = 'completed', completed_at = ends_at where id = $1", [
      _id,
    ]);
  });
  return _id;
}

/** The virus scanner is away meanwhile, so that an upload is held. */
async function withoutScanner(bed: EndpointBed, work: () => Promise<void>): Promise<void> {
  bed.providers.clamd.failAlways("cut");
  try {
    await work();
  } finally {
    bed.providers.clamd.failAlways(null);
  }
}

async function uploadResume(bed: EndpointBed, { token }: Person): Promise<void> {
  await sendFormAs(bed, token, "/api/user/resume-upload", pdfForm("resume"));
}

import type { TimelineEvent } from "@greenroom/contract/desk/people.ts";
import { describe, expect, it } from "vitest";
import { describeEvent, resendableOf } from "./timeline-words.ts";

const id = "0190a5b8-0000-7000-8000-0000abcd1234";
type WithoutIds<Event> = Event extends unknown
  ? Omit<Event, "_id" | "at" | "bookingId" | "paymentId" | "applicationId">
  : never;
type Shown = WithoutIds<TimelineEvent>;
const complete = (event: Shown) =>
  ({
    _id: id,
    at: "2026-11-20T06:30:00.000Z",
    bookingId: id,
    paymentId: id,
    ...event,
  }) as unknown as TimelineEvent;
const unpaid = { rupees: 499, plan: "Basic", receipt: "GR-2", isDeclined: false, decline: null };
const order = { kind: "order" as const, ...unpaid };
const applicant = { years: 1, name: "Ishaan Kulkarni" };
const attended = { canceledBy: null, hasFeedback: false };

/** Every kind of event, with its words. */
const events: [Shown, string, string][] = [
  [
    { kind: "payment", rupees: 499, plan: "Basic", sessions: 1, receipt: "GR-1" },
    "Paid ₹499, Basic",
    "1 session, receipt GR-1.",
  ],
  [
    { ...order, state: "open" },
    "Ordered Basic for ₹499, not paid",
    "Open: we still ask the provider about it. Receipt GR-2.",
  ],
  [
    { ...order, rupees: 0.01, plan: "Pro", receipt: "GR-3", state: "given-up", isDeclined: true },
    "Ordered Pro for ₹0.01, not paid",
    "Given up: the provider has no payment for it. The last attempt to pay was declined. Receipt GR-3.",
  ],
  [
    { kind: "application", state: "received", ...applicant, answer: null },
    "Application to become an interviewer, with this address",
    "As “Ishaan Kulkarni”, with 1 year of experience.",
  ],
  [
    { kind: "application", state: "asked", ...applicant, answer: { text: "Which teams?", by: "Meera Iyer" } },
    "Application: asked a question",
    "By Meera Iyer. “Which teams?”",
  ],
  [
    { kind: "application", state: "approved", ...applicant, answer: { text: "", by: "Meera Iyer" } },
    "Application approved",
    "By Meera Iyer.",
  ],
  [
    { kind: "refund", rupees: 499, isSent: false, refusal: null, reason: "bought twice" },
    "Refund of ₹499 is on its way",
    "Reason: Bought twice.",
  ],
  [
    { kind: "refund", rupees: 499, isSent: true, refusal: null, reason: "Bought twice." },
    "Refund of ₹499 was sent",
    "Reason: Bought twice.",
  ],
  [
    {
      kind: "refund",
      rupees: 499,
      isSent: false,
      refusal: "Not enough balance for the operation.",
      reason: "Twice",
    },
    "Refund of ₹499 is refused by the provider",
    "Not enough balance for the operation. Reason: Twice.",
  ],
  [
    { kind: "ledger", entry: "spend", delta: 3, reason: "Bought", left: 3, by: null },
    "3 sessions added",
    "Bought. 3 left.",
  ],
  [
    { kind: "ledger", entry: "spend", delta: -1, reason: "Interview booked", left: 2, by: null },
    "1 session taken",
    "Interview booked. 2 left.",
  ],
  [
    { kind: "ledger", entry: "refund", delta: -1, reason: "Bought twice", left: 4, by: null },
    "1 session refunded",
    "Bought twice. 4 left.",
  ],
  [
    { kind: "ledger", entry: "spend", delta: 2, reason: "It froze", left: 5, by: "Asha Nair" },
    "2 sessions granted",
    "By Asha Nair. It froze. 5 left.",
  ],
  [
    {
      kind: "ledger",
      entry: "spend",
      delta: -1,
      reason: "Undone right after it was done",
      left: 4,
      by: "Asha Nair",
    },
    "1 granted session taken back",
    "By Asha Nair. Undone right after it was done. 4 left.",
  ],
  [
    { kind: "ledger", entry: "spend", delta: 0, reason: "Sorry!", left: 2, by: null },
    "Goodwill, no session taken",
    "Sorry! 2 left.",
  ],
  [
    { kind: "interview", other: "Asha Rao", status: "pending", ...attended },
    "Interview with Asha Rao",
    "Booked.",
  ],
  [
    { kind: "interview", other: "Asha Rao", status: "completed", ...attended, hasFeedback: true },
    "Interview with Asha Rao",
    "Completed. The feedback file is uploaded.",
  ],
  [
    { kind: "interview", other: "Asha Rao", status: "completed", ...attended, hasFeedback: false },
    "Interview with Asha Rao",
    "Completed. No feedback file yet.",
  ],
  [
    { kind: "interview", other: "Asha Rao", status: "no_show_interviewee", ...attended },
    "Interview with Asha Rao",
    "The interviewee did not attend.",
  ],
  [
    { kind: "interview", other: "Asha Rao", status: "cancelled", ...attended, canceledBy: "operator" },
    "Interview with Asha Rao",
    "Canceled by the operator.",
  ],
  [
    { kind: "interview", other: "Asha Rao", status: "cancelled", ...attended, canceledBy: null },
    "Interview with Asha Rao",
    "Canceled.",
  ],
  [
    { kind: "mail", subject: "Your code", outcome: "taken" },
    "Email: Your code",
    "Accepted by the mail server.",
  ],
  [
    { kind: "mail", subject: "Your code", outcome: "refused" },
    "Email: Your code",
    "Refused by the mail server.",
  ],
  [{ kind: "resume", fileName: "cv.pdf", isHeld: false }, "Resume uploaded", "The file is cv.pdf."],
  [
    { kind: "resume", fileName: "cv.pdf", isHeld: true },
    "Resume uploaded",
    "The file is cv.pdf, not checked for viruses yet.",
  ],
  [
    { kind: "profile", headline: "ML at a bank", hasPhoto: true },
    "Interviewer's profile last changed",
    "“ML at a bank” With a photo.",
  ],
  [
    { kind: "profile", headline: "", hasPhoto: false },
    "Interviewer's profile last changed",
    "Without a photo.",
  ],
  [
    { kind: "practice", role: "data-scientist", minutes: 30, usedMinutes: 12 },
    "Practice round of 30 minutes",
    "Data scientist. Ended after 12 minutes.",
  ],
  [
    { kind: "practice", role: "a former role", minutes: 45, usedMinutes: null },
    "Practice round of 45 minutes",
    "a former role. Not ended.",
  ],
  [{ kind: "rating", score: 4, text: "so so", by: "given" }, "Rated an interview 4 of 5", "“so so”"],
  [{ kind: "rating", score: 2, text: "", by: "received" }, "Was rated 2 of 5", ""],
  [
    { kind: "payout", step: "paid", rupees: 2000, reference: "UTR1", reason: null },
    "Paid out ₹2,000",
    "Reference UTR1.",
  ],
  [
    { kind: "payout", step: "taken-back", reference: null, rupees: 70.5, reason: "the money was sent back" },
    "An earning of ₹70.50 was taken back",
    "Reason: The money was sent back.",
  ],
  [
    { kind: "payout", step: "taken-back", reference: null, rupees: 70, reason: null },
    "An earning of ₹70 was taken back",
    "",
  ],
  [
    { kind: "audit", action: "user.blocked", details: { reason: "asked by the bank" }, by: "operator Meera" },
    "Blocked a person",
    "By operator Meera. Reason: asked by the bank.",
  ],
  [
    { kind: "audit", action: "session.opened", details: { by: "password" }, by: null },
    "Signed in",
    "By: password.",
  ],
];

describe("an event of the timeline", () => {
  it.each(events)("%j", (event, title, detail) => {
    const words = describeEvent(complete(event));
    expect(words).toEqual({ title, detail });
    expect(words.detail).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|[a-z]_[a-z]|undefined|null/);
  });

  it("offers only mails that can be sent again", () => {
    const offered = events.map(([event]) => [event, resendableOf(complete(event))?.mail ?? null]);
    for (const [event, mail] of offered as [Shown, string | null][]) {
      const isBooked = event.kind === "interview" && event.status === "pending";
      expect(mail).toBe(event.kind === "payment" ? "receipt" : isBooked ? "booking-confirmation" : null);
    }
  });
});

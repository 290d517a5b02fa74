import { auditActionText } from "@greenroom/contract/desk/audit-actions.ts";
import { auditDetailParts, auditDetailsText } from "@greenroom/contract/desk/audit-details.ts";
import type { TimelineKind } from "@greenroom/contract/desk/people.ts";
import { describe, expect, it } from "vitest";
import { describeEvent, type EventData, resendableOf } from "./timeline-text.ts";

const id = "0190a5b8-0000-7000-8000-0000abcd1234";

/** Every kind of event in every state, with its words. */
const events: [TimelineKind, EventData, string, string][] = [
  [
    "payment",
    { paise: 49_900, plan: "Basic", sessions: 1, receipt: "GR-1" },
    "Paid ₹499, Basic",
    "1 session, receipt GR-1.",
  ],
  [
    "order",
    { paise: 49_900, plan: "Basic", receipt: "GR-2", status: "created", isGivenUp: false },
    "Ordered Basic for ₹499, not paid",
    "Open: we still ask the provider about it. Receipt GR-2.",
  ],
  [
    "order",
    { paise: 49_900, plan: "Basic", receipt: "GR-2", status: "created", isGivenUp: true },
    "Ordered Basic for ₹499, not paid",
    "Given up: the provider has no payment for it. Receipt GR-2.",
  ],
  [
    "order",
    {
      paise: 1,
      plan: "Pro",
      receipt: "GR-3",
      status: "created",
      isGivenUp: true,
      isDeclined: true,
      decline: null,
    },
    "Ordered Pro for ₹0.01, not paid",
    "Given up: the provider has no payment for it. The last attempt to pay was declined. Receipt GR-3.",
  ],
  [
    "order",
    { paise: 49_900, plan: "Basic", receipt: "GR-2", status: "failed", isGivenUp: false },
    "Ordered Basic for ₹499, not paid",
    "The payment provider could not open it. Receipt GR-2.",
  ],
  [
    "application",
    { state: "received", years: 1, name: "Ishaan Kulkarni" },
    "Application to become an interviewer, with this address",
    "As “Ishaan Kulkarni”, with 1 year of experience.",
  ],
  [
    "application",
    { state: "asked", text: "Which teams?", actor: "Meera Iyer" },
    "Application: asked a question",
    "By Meera Iyer. “Which teams?”",
  ],
  [
    "application",
    { state: "trial", text: "Monday at 5?", actor: "Meera Iyer" },
    "Application: invited to a trial",
    "By Meera Iyer. “Monday at 5?”",
  ],
  [
    "application",
    { state: "approved", text: "", actor: "Meera Iyer" },
    "Application approved",
    "By Meera Iyer.",
  ],
  [
    "application",
    { state: "declined", text: "", actor: "Meera Iyer" },
    "Application declined",
    "By Meera Iyer.",
  ],
  [
    "refund",
    { paise: 49_900, status: "pending", refusal: null, reason: "bought twice" },
    "Refund of ₹499 is on its way",
    "Reason: Bought twice.",
  ],
  [
    "refund",
    { paise: 49_900, status: "done", refusal: null, reason: "Bought twice." },
    "Refund of ₹499 was sent",
    "Reason: Bought twice.",
  ],
  [
    "refund",
    { paise: 49_900, status: "pending", refusal: "Not enough balance for the operation.", reason: "Twice" },
    "Refund of ₹499 is refused by the provider",
    "Not enough balance for the operation. Reason: Twice.",
  ],
  ["ledger", { delta: 3, reason: "Bought", left: 3, by: null }, "3 sessions added", "Bought. 3 left."],
  [
    "ledger",
    { delta: -1, reason: "Interview booked", left: 2, by: null },
    "1 session taken",
    "Interview booked. 2 left.",
  ],
  [
    "ledger",
    { kind: "refund", delta: -1, reason: "Bought twice", left: 4, by: null },
    "1 session refunded",
    "Bought twice. 4 left.",
  ],
  [
    "ledger",
    { delta: 2, reason: "It froze", left: 5, by: "Asha Nair" },
    "2 sessions granted",
    "By Asha Nair. It froze. 5 left.",
  ],
  [
    "ledger",
    { delta: -1, reason: "Undone right after it was done", left: 4, by: "Asha Nair" },
    "1 granted session taken back",
    "By Asha Nair. Undone right after it was done. 4 left.",
  ],
  [
    "ledger",
    { delta: 0, reason: "Sorry!", left: 2, by: null },
    "Goodwill, no session taken",
    "Sorry! 2 left.",
  ],
  ["interview", { other: "Asha Rao", status: "pending" }, "Interview with Asha Rao", "Booked."],
  [
    "interview",
    { other: "Asha Rao", status: "completed", hasFeedback: true },
    "Interview with Asha Rao",
    "Completed. The feedback file is uploaded.",
  ],
  [
    "interview",
    { other: "Asha Rao", status: "completed", hasFeedback: false },
    "Interview with Asha Rao",
    "Completed. No feedback file yet.",
  ],
  [
    "interview",
    { other: "Asha Rao", status: "no_show_interviewee" },
    "Interview with Asha Rao",
    "The interviewee did not attend.",
  ],
  [
    "interview",
    { other: "Asha Rao", status: "no_show_interviewer" },
    "Interview with Asha Rao",
    "The interviewer did not attend.",
  ],
  [
    "interview",
    { other: "Asha Rao", status: "cancelled", canceledBy: "operator" },
    "Interview with Asha Rao",
    "Canceled by the operator.",
  ],
  [
    "interview",
    { other: "Asha Rao", status: "cancelled", canceledBy: null },
    "Interview with Asha Rao",
    "Canceled.",
  ],
  ["mail", { subject: "Your code", outcome: "taken" }, "Email: Your code", "Accepted by the mail server."],
  ["mail", { subject: "Your code", outcome: "refused" }, "Email: Your code", "Refused by the mail server."],
  ["resume", { name: "cv.pdf", isHeld: false }, "Resume uploaded", "The file is cv.pdf."],
  [
    "resume",
    { name: "cv.pdf", isHeld: true },
    "Resume uploaded",
    "The file is cv.pdf, not checked for viruses yet.",
  ],
  [
    "profile",
    { headline: "ML at a bank", hasPhoto: true },
    "Interviewer's profile last changed",
    "“ML at a bank” With a photo.",
  ],
  ["profile", { headline: "", hasPhoto: false }, "Interviewer's profile last changed", "Without a photo."],
  [
    "practice",
    { role: "data-scientist", minutes: 30, usedMinutes: 12 },
    "Practice round of 30 minutes",
    "Data scientist. Ended after 12 minutes.",
  ],
  [
    "practice",
    { role: "data-scientist", minutes: 15, usedMinutes: 1 },
    "Practice round of 15 minutes",
    "Data scientist. Ended after 1 minute.",
  ],
  [
    "practice",
    { role: "a former role", minutes: 45, usedMinutes: null },
    "Practice round of 45 minutes",
    "a former role. Not ended.",
  ],
  ["rating", { score: 4, text: "so so", by: "given" }, "Rated an interview 4 of 5", "“so so”"],
  ["rating", { score: 2, text: "", by: "received" }, "Was rated 2 of 5", ""],
  ["payout", { paise: 200_000, reference: "UTR1" }, "Paid out ₹2,000", "Reference UTR1."],
  [
    "payout",
    { takenBackPaise: 7_050, reason: "the money was sent back" },
    "An earning of ₹70.50 was taken back",
    "Reason: The money was sent back.",
  ],
  ["payout", { takenBackPaise: 7_000, reason: null }, "An earning of ₹70 was taken back", ""],
  [
    "audit",
    {
      action: "user.blocked",
      details: { reason: "asked by the bank" },
      actor: "operator Meera",
      isOwn: false,
    },
    "Blocked a person",
    "By operator Meera. Reason: asked by the bank.",
  ],
  [
    "audit",
    { action: "session.opened", details: { by: "password" }, actor: "Asha", isOwn: true },
    "Signed in",
    "By: password.",
  ],
];

describe("an event of the timeline", () => {
  it.each(events)("%s %j", (kind, data, title, detail) => {
    expect(describeEvent(kind, data)).toEqual({ title, detail });
  });

  it("offers only mails that can be sent again", () => {
    expect(resendableOf("payment", {})).toBe("receipt");
    expect(resendableOf("interview", { status: "pending" })).toBe("booking-confirmation");
    expect(resendableOf("interview", { status: "completed" })).toBeNull();
    expect(resendableOf("mail", {})).toBeNull();
  });
});

/** Details as each action records them. */
const details: [Record<string, unknown>, string][] = [
  [{}, ""],
  [{ reason: "Try the operation." }, "Reason: Try the operation."],
  [{ sessions: 2, reason: "froze", lotId: id }, "Sessions: 2. Reason: froze."],
  [{ changed: ["firstName", "mobileNumber"] }, "Changed: first name, mobile number."],
  [{ refundId: id, amountPaise: 49_950 }, "Amount: ₹499.50."],
  [{ listPricePaise: 149_900 }, "List price: ₹1,499.00."],
  [{ startTime: "2026-11-24T12:30:00.000Z" }, "Start time: 24 Nov 2026, 12:30 UTC."],
  [{ day: "2026-11-24", timeZone: "Asia/Kolkata" }, "Day: 24 Nov 2026. Time zone: Asia/Kolkata."],
  [{ mail: "booking-confirmation", about: id }, "Mail: booking confirmation."],
  [{ shown: [`user:${id}`] }, ""],
  [{ replaced: id, amountPaise: 100 }, "Replaced: the one before. Amount: ₹1.00."],
  [{ which: "all others", count: 3 }, "Which: all others. Count: 3."],
  [{ replaced: null, wasPaid: true }, "Replaced: none. Was paid: yes."],
  [
    { kind: "grant", payload: { userId: id, sessions: 20 }, reason: "Why not?" },
    "Kind: grant. Asked for: sessions 20. Reason: Why not?",
  ],
  [
    {
      payload: {
        items: [
          { paymentId: id, sessions: 1 },
          { paymentId: id, goodwillPaise: 100 },
        ],
      },
    },
    "Asked for: items sessions 1, goodwill ₹1.00.",
  ],
];

it.each(details)("the details %j are sentences", (of, text) => {
  expect(auditDetailsText(of)).toBe(text);
});

/** The records that the audit log links to. */
const links: [Record<string, unknown>, unknown[]][] = [
  [
    { sessions: 2, lotId: id, approvedBy: id },
    [["Sessions: 2."], ["Approved by: ", { kind: "person", id }, "."]],
  ],
  [{ mail: "receipt", about: id }, [["Mail: receipt."], ["About: ", { kind: "payment", id }, "."]]],
  [{ bookingId: id }, [[{ kind: "booking", id }, "."]]],
  [
    { shown: [`user:${id}`, `application:${id}`] },
    [["Shown: ", { kind: "person", id }, ", ", { kind: "application", id }, "."]],
  ],
  [
    { reason: "Why not?", payload: { userId: id, sessions: 20 } },
    [["Asked for: ", { kind: "person", id }, ", ", "sessions ", "20", "."], ["Reason: Why not?"]],
  ],
];

it.each(links)("the details %j link to what has a page", (of, parts) => {
  expect(auditDetailParts(of)).toEqual(parts);
});

it("names an action that a later version has added", () => {
  expect(auditActionText("command.payouts-mark-paid")).toBe("Command line: payouts mark paid");
});

import { expect, it } from "vitest";
import { auditActionText, auditDetailParts, auditDetailsText } from "./audit.ts";

const id = "0190a5b8-0000-7000-8000-0000abcd1234";

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
          { paymentId: id, goodwill: 100 },
        ],
      },
    },
    "Asked for: items sessions 1, goodwill ₹100.",
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

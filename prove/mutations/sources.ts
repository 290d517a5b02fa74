import type { Mutation } from "./mutation.ts";

const access = "server/http/access/access.test.ts";
const objects = "server/http/access/object-access.test.ts";
const sessions = "server/domains/accounts/sign-in/sessions.test.ts";
const purchase = "server/domains/payments/purchase.test.ts";
const cancellation = "server/domains/bookings/lifecycle/cancellation.test.ts";

/** Authorization, locks, one-use conditions and idempotency keys. */
export const sourceMutations: Mutation[] = [
  {
    name: "a role may call only its own endpoints",
    patch: {
      file: "server/http/access/authorize.ts",
      text: "if (!isAllowed[access](actor)) {",
      replacement: "if (false as boolean) {",
    },
    tests: [access],
  },
  {
    name: "a session that ended or expired is over, and so is a blocked user's",
    patch: {
      file: "server/domains/accounts/sign-in/find-actor.ts",
      text: "if (session === undefined || session.blockedAt !== null || !isSessionActive(session, now)) return null;",
      replacement: "if (session === undefined) return null;",
    },
    tests: [sessions],
  },
  {
    name: "a booking is shown to its two parties only",
    patch: {
      file: "server/domains/bookings/find-booking.ts",
      text: "if (booking === null || !isParty) throw",
      replacement: "if (booking === null) throw",
    },
    tests: [objects],
  },
  {
    name: "an order and a receipt belong to their payer",
    patch: {
      file: "server/domains/payments/policy.ts",
      text: "return order.userId === actor.userId;",
      replacement: "return order.userId !== actor.userId || true;",
    },
    tests: [objects],
  },
  {
    name: "notes are read by the interview's interviewer only",
    patch: {
      file: "server/domains/rooms/notes.ts",
      text: "if (booking.interviewerId !== actor.userId) {",
      replacement: "if (false as boolean) {",
    },
    tests: [objects],
  },
  {
    name: "a practice answer belongs to its author",
    patch: {
      file: "server/domains/practice/store.ts",
      text: 'const row = await answers(database).where("id", "=", id).where("userId", "=", userId).executeTakeFirst();',
      replacement: 'const row = await answers(database).where("id", "=", id).executeTakeFirst();',
    },
    tests: [objects],
  },
  {
    name: "only one's own browsers are signed out",
    patch: {
      file: "server/domains/accounts/settings/sign-in-store.ts",
      text: '    .set({ endedAt: now, userAgent: null })\n    .where("userId", "=", userId)',
      replacement: "    .set({ endedAt: now, userAgent: null })",
    },
    tests: [objects],
  },
  {
    name: "a resume is read by an interviewer whom its owner booked",
    patch: {
      file: "server/domains/resumes/policy.ts",
      text: 'return booking.status !== "cancelled" && now <',
      replacement: "return now <",
    },
    tests: ["server/domains/resumes/resumes.test.ts"],
  },
  {
    name: "a report is the interviewee's, until the interviewer's own feedback is in",
    patch: {
      file: "server/domains/reports/get-report.ts",
      text: 'if (role === "interviewer" && !(await hasMentorFeedback(deps.database, booking.id))) {',
      replacement: "if (false as boolean) {",
    },
    tests: ["server/domains/feedback/feedback-file/track-rubric.test.ts"],
  },
  {
    name: "the checkout's signature is checked",
    patch: {
      file: "server/domains/payments/settlement/verify-payment.ts",
      text: "if (!isSigned) {",
      replacement: "if (!isSigned && (false as boolean)) {",
    },
    tests: [purchase],
  },
  {
    name: "a payment is granted once",
    patch: {
      file: "server/domains/payments/settlement/settle-payment.ts",
      text: 'if (paymentId === null) return "before";',
      replacement: 'if (paymentId === null) throw new Error("granted before");',
    },
    tests: [purchase],
  },
  {
    name: "a payment of another amount grants nothing",
    patch: {
      file: "server/domains/payments/settlement/settle-payment.ts",
      text: "if (!matchesOrderAmount(order, { amountPaise, currency })) {",
      replacement: "if (false as boolean) {",
    },
    tests: [purchase, "server/domains/payments/settlement"],
  },
  {
    name: "a refund has an idempotency key at the provider",
    patch: {
      file: "server/adapters/payment/razorpay-api.ts",
      text: 'headers: { "x-refund-idempotency": idempotencyKey },',
      replacement: "headers: { ...(idempotencyKey === null ? {} : {}) },",
    },
    tests: ["server/domains/payments/histories.test.ts", "server/adapters/payment/razorpay.test.ts"],
  },
  {
    name: "a payout is recorded once, under a lock",
    patch: {
      file: "server/domains/payouts/pay-out.ts",
      text: `await lockSubjects(tx, [\`payout:\${id}\`]);`,
      replacement: "void lockSubjects;",
    },
    tests: ["server/domains/payouts/payouts.test.ts"],
  },
  {
    name: "both parties are locked while a booking changes",
    patch: {
      file: "server/domains/bookings/lifecycle/lock-booking.ts",
      text: "await lockSubjects(tx, [intervieweeId, interviewerId, ...otherSubjects]);",
      replacement: "void [lockSubjects, intervieweeId, interviewerId, otherSubjects];",
    },
    tests: [
      cancellation,
      "server/domains/bookings/races.test.ts",
      "server/domains/bookings/lifecycle/moving.test.ts",
    ],
  },
  {
    name: "an interview is completed only while it is pending",
    patch: {
      file: "server/domains/bookings/store.ts",
      text: '    .where("id", "=", id)\n    .where("status", "=", "pending")\n    .executeTakeFirst();\n  return numUpdatedRows > 0n;',
      replacement: '    .where("id", "=", id)\n    .executeTakeFirst();\n  return numUpdatedRows > 0n;',
    },
    tests: ["server/domains/bookings/lifecycle/completion.test.ts", "server/domains/bookings/races.test.ts"],
  },
  {
    name: "a cancellation in time returns the credit, a late one does not",
    patch: {
      file: "server/domains/bookings/lifecycle/perform-cancellation.ts",
      text: "  if (forfeits) {",
      replacement: "  if (!forfeits) {",
    },
    tests: [cancellation],
  },
  {
    name: "a late feedback is remedied once",
    patch: {
      file: "server/domains/feedback/deadline/grant-due-remedies.ts",
      text: "if (!(await lockIfLate(tx, bookingId))) return false;",
      replacement: "void lockIfLate;",
    },
    tests: ["server/domains/feedback/deadline"],
  },
  {
    name: "a reminder is sent once",
    patch: {
      file: "server/domains/bookings/lifecycle/lifecycle-store.ts",
      text: "      and not exists (\n        select from session_reminders reminded",
      replacement: "      and (true or not exists (\n        select from session_reminders reminded",
    },
    tests: ["server/domains/bookings/notifications/reminders.test.ts"],
  },
  {
    name: "a room's ticket opens one connection",
    patch: {
      file: "server/domains/rooms/tickets/ticket-store.ts",
      text: '    .deleteFrom("roomTickets")\n    .where("ticketHash", "=", hashTicket(ticket))',
      replacement:
        '    .updateTable("roomTickets").set({ ticketHash: hashTicket(ticket) })\n    .where("ticketHash", "=", hashTicket(ticket))',
    },
    tests: ["server/domains/rooms/connections/room-socket.test.ts", objects],
  },
  {
    name: "a room's ticket opens its own room",
    patch: {
      file: "server/domains/rooms/tickets/redeem-ticket.ts",
      text: "consumed !== null && consumed.bookingId === bookingId && now",
      replacement: "consumed !== null && now",
    },
    tests: ["server/domains/rooms/connections/room-socket.test.ts"],
  },
  {
    name: "a one-time code works once",
    patch: {
      file: "server/domains/accounts/codes/one-time-codes.ts",
      text: "await consumeCode(tx, matched.id, { purpose, email, now });",
      replacement: "void consumeCode;",
    },
    tests: ["server/domains/accounts/codes/one-time-codes.test.ts"],
  },
  {
    name: "guesses at a code come one after the other",
    patch: {
      file: "server/domains/accounts/codes/one-time-codes.ts",
      text: `  return lockSubjects(tx, [\`code:\${purpose}:\${email}\`]);`,
      replacement: `  return lockSubjects(tx, [\`code:\${purpose}:\${email}:\${Math.random()}\`]);`,
    },
    tests: ["server/domains/accounts/codes/one-time-codes.test.ts"],
  },
  {
    name: "of requests with one key at the same moment, one counts and all get its answer",
    patch: {
      file: "server/idempotency/answer-once.ts",
      text: "if (committed === null) throw error;",
      replacement: "if (committed === null || error !== null) throw error;",
    },
    tests: ["server/idempotency/idempotency.test.ts"],
  },
  {
    name: "a key names one request",
    patch: {
      file: "server/idempotency/answer-once.ts",
      text: "if (!row.requestHash.equals(requestHash)) {",
      replacement: "if (false as boolean) {",
    },
    tests: ["server/idempotency/idempotency.test.ts"],
  },
  {
    name: "a limit refuses what is above it",
    patch: {
      file: "server/adapters/limits/to-counter.ts",
      text: "if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);",
      replacement: "if (refusal instanceof RateLimiterRes) return 0;",
    },
    tests: ["server/domains/contact/contact.test.ts"],
  },
  {
    name: "a call counts towards the limit that its endpoint declares",
    patch: {
      file: "server/http/bind.ts",
      text: "if (endpoint.limit !== undefined)",
      replacement: "if (endpoint.limit !== undefined && (false as boolean))",
    },
    tests: ["server/domains/contact/contact.test.ts"],
  },
];

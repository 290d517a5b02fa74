import { type Mutation, never, remove } from "./mutation.ts";

const approvals = "operator/payments/refund-approvals.test.ts";
const closeDays = "operator/bookings/close-days.test.ts";
const deskAccess = "operator/access/access.test.ts";
const decide = "operator/approvals/decide-approval.ts";
const perform = "operator/approvals/perform-or-request-approval.ts";

/** Rules of the operator's desk. */
export const deskRules: Mutation[] = [
  never("nobody approves their own request", {
    file: decide,
    text: 'isMine && decision !== "withdraw"',
    tests: [approvals],
  }),
  never("only its author withdraws a request", {
    file: decide,
    text: '!isMine && decision === "withdraw"',
    tests: [approvals],
  }),
  never("a request is decided once", { file: decide, text: "outcome !== null", tests: [approvals] }),
  never("a request expires", { file: decide, text: "expiresAt <= now", tests: [approvals] }),
  remove("a new owner approves nothing", {
    file: decide,
    text: "await checkLongEnoughOwner(tx, userId, approval.askedAt);",
    by: "void checkLongEnoughOwner;",
    tests: [approvals],
  }),
  remove("nobody approves in their own favor", {
    file: decide,
    text: "checkNotOwn(planned, userId);\n  if (preview",
    by: "void checkNotOwn;\n  if (preview",
    tests: [approvals],
  }),
  remove("nobody requests in their own favor", {
    file: perform,
    text: "checkNotOwn(planned, userId);\n  const",
    by: "void checkNotOwn;\n  const",
    tests: [approvals],
  }),
  never("what is approved is what was requested", {
    file: decide,
    text: "previewOfPlan(planned).version !== approval.version",
    tests: [approvals],
  }),
  never("an action runs only as it was previewed", {
    file: "operator/preview.ts",
    text: "version !== preview.version",
    tests: ["operator/stale-actions.test.ts"],
  }),
  remove("an approval is locked while it is decided", {
    file: "operator/approvals/store.ts",
    text: '.forUpdate("approval")',
    tests: [approvals],
  }),
  remove("of two actions at once, the second counts the first towards the limit", {
    file: perform,
    text: `await lockSubjects(tx, [\`\${action.kind}-by:\${userId}\`]);`,
    by: "void lockSubjects;",
    tests: [approvals, "operator/people/person-actions.test.ts"],
  }),
  remove("a line of Today is changed by one operator after the other", {
    file: "operator/today/store.ts",
    text: `await lockSubjects(tx, [\`work:\${kind}:\${subject}\`]);`,
    by: "void [lockSubjects, tx, kind, subject];",
    tests: ["operator/today/today.test.ts"],
  }),
  remove("an export for the bank waits for the one before it", {
    file: "operator/payouts/make-payout-batch.ts",
    text: 'await lockSubjects(tx, ["payout-batch"]);',
    by: "void lockSubjects;",
    tests: ["operator/payouts/desk-payouts.test.ts"],
  }),
  remove("the parties are locked while operators cancel", {
    file: "bookings/lifecycle/cancel-as-operator.ts",
    text: "await lockSubjects(\n    tx,\n    found.flatMap(({ intervieweeId, interviewerId }) => [intervieweeId, interviewerId]),\n  );",
    by: "void [lockSubjects, found];",
    tests: ["operator/bookings/desk-bookings.test.ts", "operator/bookings/cancel-limit.test.ts", closeDays],
  }),
  never("a day is closed only as it was seen", {
    file: "operator/bookings/cancel-day.ts",
    text: "upcoming.map(({ id }) => id).join() !== planned.join()",
    tests: ["operator/bookings/close-day-race.test.ts"],
  }),
  never("a desk that is closed acts for nobody", {
    file: "operator/see-as/see-as.ts",
    text: "found === undefined || found.expiresAt <= now || deskOpenUntil(found, now) === null",
    tests: ["operator/see-as/see-as.test.ts"],
  }),
  never("an operator does not see as another operator", {
    file: "operator/see-as/see-as.ts",
    text: "person.isOperator",
    tests: ["operator/see-as/see-as.test.ts"],
  }),
  never("a code of the second factor works once", {
    file: "operator/access/open-desk.ts",
    text: "!(await useStep(tx, userId, step))",
    tests: [deskAccess],
  }),
  remove("a recovery code works once", {
    file: "operator/access/store.ts",
    text: '.where("usedAt", "is", null)\n    .executeTakeFirst();',
    by: ".executeTakeFirst();",
    tests: [deskAccess],
  }),
];

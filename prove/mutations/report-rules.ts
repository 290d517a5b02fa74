import { type Mutation, never, remove } from "./mutation.ts";

const attempts = ["reports/making/attempts.test.ts"];
const mentorForm = ["feedback/feedback-file/track-rubric.test.ts"];
const keepReport = "reports/making/keep-report.ts";
const store = "reports/making/store.ts";

/** Rules of making a report, which asks a paid model and may be tried by a job, a command and another server at once. */
export const reportRules: Mutation[] = [
  remove("a report is made by one attempt at a time", {
    file: store,
    text: `where attempts.leased_until is null or attempts.leased_until <= \${now}`,
    by: `where attempts.leased_until is null or attempts.last_tried_at <= \${now}`,
    tests: attempts,
  }),
  remove("an attempt whose lease ran out stores nothing", {
    file: store,
    text: '    .where("leaseId", "=", leaseId)\n',
    tests: attempts,
  }),
  never("a report does not quote words that were corrected meanwhile", {
    file: keepReport,
    text: "!(await keepTranscript(tx, record))",
    tests: attempts,
  }),
  never("a measured report does not replace drafted points", {
    file: keepReport,
    text: 'report.source.kind === "measured" && !mayLoseDraft',
    tests: attempts,
  }),
  never("a deleted interviewee has no feedback stored about them", {
    file: "feedback/feedback-file/write-feedback-report.ts",
    text: "await isDeletedWhenLocked(tx, intervieweeId)",
    tests: mentorForm,
  }),
  never("only the mentor's own next steps are ticked", {
    file: "reports/progress/tick-exercise.ts",
    text: "mentorFeedback?.nextSteps.some(({ id }) => id === stepId) !== true",
    tests: mentorForm,
  }),
];

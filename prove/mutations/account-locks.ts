import type { Mutation } from "./mutation.ts";

/* Operations that write for a person take the same lock as the deletion of their account (decision 62). */

const races = "server/domains/privacy/delete-race.test.ts";
const during = "while an account is being deleted";
const calls = "a person whose account is deleted during a call";

interface LockedWrite {
  file: string;
  /** Whose account, as the source names it. */
  of?: string;
  /** The source after the lock, where a file takes it more than once. */
  before?: string;
  noticedBy: string;
}

function accountLock({ file, of = "actor.userId", before = "", noticedBy }: LockedWrite): Mutation {
  return {
    name: `${noticedBy.replace(`${calls} `, "").replace(`${during} `, "")} (the account's lock)`,
    patch: {
      file: `server/domains/${file}`,
      text: `await lockAccount(tx, ${of});${before}`,
      replacement: `void lockAccount;${before}`,
    },
    tests: [races],
    noticedBy,
  };
}

const call = (route: string) => `${calls} ${route} stores nothing`;
const stored = (what: string) => `${during} ${what} that is being stored is refused, and nothing of it stays`;

const weekly = "availability/weekly/save-weekly-rule.ts";
const own = "room-questions/own-questions.ts";
const ownLock = (next: string) =>
  `\n    await lockSubjects(tx, [\`own questions of \${actor.userId}\`]);\n    ${next}`;
const answers = "reports/answers/store-answers.ts";
const timeOff = "availability/time-off/time-off.ts";

export const accountLocks: Mutation[] = [
  accountLock({ file: "resumes/file/upload-resume-file.ts", noticedBy: stored("a file") }),
  accountLock({ file: "resumes/save-resume.ts", noticedBy: stored("a resume") }),
  accountLock({
    file: "resumes/generate-resume.ts",
    of: "userId",
    noticedBy: `${calls} a resume that is made into a PDF stores nothing`,
  }),
  accountLock({
    file: "practice/rounds.ts",
    of: "userId",
    noticedBy: stored("a practice round"),
  }),
  accountLock({
    file: "practice/rounds.ts",
    noticedBy: call("POST /api/practice/rounds/{id}/next"),
  }),
  accountLock({
    file: "practice/change-answer.ts",
    noticedBy: call("POST /api/practice/answers/{id}/explanation"),
  }),
  accountLock({
    file: "practice/report/request-reports.ts",
    of: "userId",
    noticedBy: call("POST /api/practice/rounds/{id}/report"),
  }),
  accountLock({
    file: "interviewers/save-profile.ts",
    before: "\n    await saveProfileRow",
    noticedBy: call("POST /api/interviewer/profile"),
  }),
  accountLock({
    file: "interviewers/save-profile.ts",
    before: "\n    await lockSubjects",
    noticedBy: call("DELETE /api/interviewer/profile-photo"),
  }),
  accountLock({
    file: "availability/add-availability.ts",
    noticedBy: call("POST /api/interviewer/availability"),
  }),
  accountLock({
    file: timeOff,
    before: "\n    const now",
    noticedBy: call("POST /api/interviewer/time-off"),
  }),
  accountLock({
    file: timeOff,
    of: "interviewerId",
    noticedBy: call("DELETE /api/interviewer/time-off/{id}"),
  }),
  accountLock({
    file: weekly,
    before: "\n    const now = deps.clock.now();\n    await write",
    noticedBy: call("POST /api/interviewer/weekly-rules"),
  }),
  accountLock({
    file: weekly,
    before: "\n    const now = deps.clock.now();\n    if (!(await deleteRule",
    noticedBy: call("DELETE /api/interviewer/weekly-rules/{id}"),
  }),
  accountLock({
    file: "calendar-feed/calendar-feed.ts",
    noticedBy: call("POST /api/interviewer/calendar-feed"),
  }),
  accountLock({
    file: own,
    before: ownLock("if"),
    noticedBy: call("POST /api/interviewer/questions"),
  }),
  accountLock({
    file: own,
    before: "\n    if (!(await updateOwnQuestionRow",
    noticedBy: call("PUT /api/interviewer/questions/{id}"),
  }),
  accountLock({
    file: "room-questions/favorites.ts",
    before: ownLock("const favorites"),
    noticedBy: call("PUT /api/interviewer/favorite-questions/{questionId}"),
  }),
  accountLock({
    file: "payouts/details/payout-details.ts",
    of: "userId",
    noticedBy: call("PUT /api/interviewer/payout-details"),
  }),
  accountLock({
    file: "drills/review-card.ts",
    of: "userId",
    noticedBy: `${calls} a review of a drill card stores nothing`,
  }),
  accountLock({ file: "drills/review-card.ts", noticedBy: call("PUT /api/practice/drill-goal") }),
  accountLock({ file: "rooms/notes.ts", noticedBy: call("PUT /api/rooms/{id}/notes") }),
  accountLock({ file: "rooms/marks/mark-moment.ts", noticedBy: call("POST /api/rooms/{id}/marks") }),
  accountLock({
    file: "room-questions/show-question.ts",
    noticedBy: call("POST /api/rooms/{id}/asked-questions"),
  }),
  accountLock({
    file: "room-questions/save-marks.ts",
    noticedBy: call("PUT /api/rooms/{id}/asked-questions/{askedId}/marks"),
  }),
  accountLock({
    file: "rooms/transcript/set-consent.ts",
    noticedBy: call("PUT /api/rooms/{id}/transcript/consent"),
  }),
  accountLock({
    file: "rooms/transcript/add-utterance.ts",
    noticedBy: call("POST /api/rooms/{id}/utterances"),
  }),
  accountLock({
    file: "rooms/transcript/correct-utterance.ts",
    noticedBy: call("PUT /api/rooms/{id}/utterances/{utteranceId}"),
  }),
  accountLock({
    file: "rooms/transcript/finish-corrections.ts",
    noticedBy: call("POST /api/rooms/{id}/transcript/done"),
  }),
  accountLock({ file: "feedback/give-feedback.ts", noticedBy: call("POST /api/user/feedback") }),
  accountLock({
    file: answers,
    of: "userId",
    before: "\n    await putRating",
    noticedBy: call("POST /api/user/reports/{bookingId}/useful"),
  }),
  accountLock({
    file: answers,
    of: "userId",
    before: "\n    await putDispute",
    noticedBy: call("POST /api/user/reports/{bookingId}/claims/{claimId}/dispute"),
  }),
  accountLock({
    file: "reports/progress/tick-exercise.ts",
    noticedBy: `${calls} an exercise of a report's plan that is ticked stores nothing`,
  }),
  accountLock({
    file: "rooms/connections/participant-connection.ts",
    of: "this.userId",
    noticedBy: `${calls} a chat message over an open socket is not stored`,
  }),
  accountLock({
    file: "code-pads/pad-connection.ts",
    of: "userId",
    noticedBy: `${calls} a run over an open socket is not stored`,
  }),
  {
    name: "a payment that arrives during the deletion of its buyer's account waits for it",
    patch: {
      file: "server/domains/payments/settlement/settle-payment.ts",
      text: "const isDeleted = await isDeletedWhenLocked(tx, userId);",
      replacement: "void isDeletedWhenLocked;\n  const isDeleted = false as boolean;",
    },
    tests: ["server/domains/payments/settlement"],
  },
  {
    name: "a remedy is not given to an account that was deleted",
    patch: {
      file: "server/domains/feedback/deadline/grant-due-remedies.ts",
      text: "const isDeleted = await isDeletedWhenLocked(tx, intervieweeId);",
      replacement: "void [isDeletedWhenLocked, intervieweeId];\n    const isDeleted = false as boolean;",
    },
    tests: ["server/domains/feedback/deadline"],
  },
];

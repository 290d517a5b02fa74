import { randomUUID } from "node:crypto";
import { feedbackForm } from "./feedback-form.ts";
import { writePdf } from "./files/write-pdf.ts";
import type { Records } from "./records.ts";

/** The owner of the record: a party of the booking, or the person who created it. */
export type Owner = "interviewee" | "interviewer";

export interface ObjectRow {
  owners: Owner[];
  /** The path parameters or body fields that name the record. */
  params?: (records: Records) => Record<string, string>;
  query?: (records: Records) => string;
  /** A body that the contract accepts, so that a refusal is about the record. */
  body?: (records: Records) => unknown;
  /** The owner's error message if the record has no such part, instead of the usual 404 message. */
  ownMsg?: string;
  /** The owner's call ends the record, so it runs after the others. */
  isLast?: true;
}

const both: Owner[] = ["interviewee", "interviewer"];
const interviewee: Owner[] = ["interviewee"];
const interviewer: Owner[] = ["interviewer"];

const live = ({ liveBookingId }: Records) => ({ id: liveBookingId });
const held = ({ heldBookingId }: Records) => ({ bookingId: heldBookingId });
const heldId = ({ heldBookingId }: Records) => ({ id: heldBookingId });
const upcoming = ({ upcomingBookingId }: Records) => ({ id: upcomingBookingId });
const claim = ({ heldBookingId, claimId }: Records) => ({ bookingId: heldBookingId, claimId });
const candidate = ({ intervieweeId }: Records) => ({ userId: intervieweeId });
const ownQuestion = ({ ownQuestionId }: Records) => ({ id: ownQuestionId });
const asked = ({ liveBookingId, askedQuestionId }: Records) => ({
  id: liveBookingId,
  askedId: askedQuestionId,
});
const round = ({ roundId }: Records) => ({ id: roundId });
const answer = ({ answerId }: Records) => ({ id: answerId });

function fileForm(field: string, name: string, content: Buffer): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)]), name);
  return form;
}

const rule = {
  weekdays: [2],
  windows: [{ from: "10:00", to: "12:00" }],
  timeZone: "Asia/Kolkata",
  startsOn: "2026-11-20",
  endsOn: null,
  exceptions: [],
  minimumNoticeHours: 0,
  mostPerDay: null,
};

/**
 * Every route that names a person's record: its owner, and a call that reaches it.
 * `server/http/access/object-access.test.ts` fails for a route with a parameter, or with an id in its body, that is
 * missing here and in `sharedRoutes`.
 */
export const objectTable: Record<string, ObjectRow> = {
  "GET /api/rooms/{id}": { owners: both, params: live },
  "POST /api/rooms/{id}/presence": { owners: both, params: live },
  "POST /api/rooms/{id}/ticket": { owners: both, params: live },
  "GET /api/rooms/{id}/record": { owners: both, params: heldId },
  "GET /api/rooms/{id}/board": { owners: both, params: heldId },
  "GET /api/rooms/{id}/notes": { owners: interviewer, params: heldId },
  "PUT /api/rooms/{id}/notes": { owners: interviewer, params: live, body: () => ({ body: "x" }) },
  "POST /api/rooms/{id}/marks": {
    owners: interviewer,
    params: live,
    body: () => ({ id: randomUUID(), label: "good" }),
  },
  "GET /api/rooms/{id}/questions": { owners: interviewer, params: live },
  "GET /api/rooms/{id}/questions/{questionId}": {
    owners: interviewer,
    params: ({ liveBookingId, ownQuestionId }) => ({ id: liveBookingId, questionId: ownQuestionId }),
  },
  "GET /api/rooms/{id}/asked-questions": { owners: interviewer, params: live },
  "POST /api/rooms/{id}/asked-questions": {
    owners: interviewer,
    params: live,
    body: ({ ownQuestionId }) => ({ id: randomUUID(), questionId: ownQuestionId }),
  },
  "POST /api/rooms/{id}/asked-questions/{askedId}/hints": {
    owners: interviewer,
    params: asked,
    // The row above has shown another question.
    ownMsg: "This question is done, so its hints can no longer be shown.",
    body: () => ({ index: 0 }),
  },
  "PUT /api/rooms/{id}/asked-questions/{askedId}/marks": {
    owners: interviewer,
    params: asked,
    body: () => ({ scores: [], note: "x", outcome: null }),
  },
  "POST /api/rooms/{id}/asked-questions/{askedId}/end": { owners: interviewer, params: asked, isLast: true },
  "GET /api/interviewer/questions/{id}": { owners: interviewer, params: ownQuestion },
  "PUT /api/interviewer/questions/{id}": {
    owners: interviewer,
    params: ownQuestion,
    body: () => ({ title: "x", prompt: "x", language: null, starterCode: "", minutes: null, notes: "" }),
  },
  "DELETE /api/interviewer/questions/{id}": { owners: interviewer, params: ownQuestion, isLast: true },
  "PUT /api/interviewer/favorite-questions/{questionId}": {
    owners: interviewer,
    params: ({ ownQuestionId }) => ({ questionId: ownQuestionId }),
  },
  "PUT /api/rooms/{id}/transcript/consent": { owners: both, params: live, body: () => ({ agree: true }) },
  "POST /api/rooms/{id}/utterances": {
    owners: both,
    params: live,
    body: () => ({ id: randomUUID(), text: "x", language: "en", startedSecondsAgo: 0, durationSeconds: 0 }),
  },
  "POST /api/rooms/{id}/utterance-audio": {
    owners: both,
    params: live,
    query: () => `?id=${randomUUID()}&language=en&startedSecondsAgo=1`,
    body: () => fileForm("audio", "said.wav", Buffer.from("no audio")),
  },
  "PUT /api/rooms/{id}/utterances/{utteranceId}": {
    owners: interviewee,
    params: ({ heldBookingId, utteranceId }) => ({ id: heldBookingId, utteranceId }),
    body: () => ({ text: "Other words" }),
  },
  "POST /api/rooms/{id}/transcript/done": { owners: both, params: heldId },
  "GET /api/bookings/{id}/attendance": { owners: both, params: heldId },
  "POST /api/bookings/{id}/no-show": { owners: both, params: heldId },
  "POST /api/bookings/{id}/took-place": {
    owners: both,
    params: heldId,
    body: () => ({ tookPlace: true }),
  },
  "POST /api/meeting/create": {
    owners: both,
    body: ({ upcomingBookingId }) => ({ bookingId: upcomingBookingId, startTime: "2026-11-20T10:00:00Z" }),
  },
  "POST /api/meeting/{bookingId}/start-link": {
    owners: interviewer,
    params: ({ liveBookingId }) => ({ bookingId: liveBookingId }),
  },
  "GET /api/interviewer/feedback-file/{bookingId}": { owners: both, params: held },
  "POST /api/interviewer/feedback-upload/{bookingId}": {
    owners: interviewer,
    params: held,
    body: () => fileForm("feedback", "feedback.pdf", writePdf("Feedback", ["Well done."])),
  },
  "POST /api/interviewer/feedback-report/{bookingId}": {
    owners: interviewer,
    params: held,
    body: () => feedbackForm(),
  },
  "POST /api/interviewer/feedback-report/{bookingId}/writing-time": {
    owners: interviewer,
    params: held,
    body: () => ({ seconds: 240 }),
  },
  "POST /api/user/feedback": {
    owners: interviewee,
    body: ({ heldBookingId, interviewerId }) => ({
      bookingId: heldBookingId,
      interviewerId,
      interviewScore: 1,
      overallSummary: "x",
    }),
  },
  "GET /api/user/reports/{bookingId}": { owners: interviewee, params: held },
  "GET /api/user/reports/{bookingId}/pdf": { owners: interviewee, params: held },
  "GET /api/interviewer/reports/{bookingId}": { owners: interviewer, params: held },
  "GET /api/user/reports/{bookingId}/device-draft": { owners: interviewee, params: held },
  "POST /api/user/reports/{bookingId}/device-draft": {
    owners: interviewee,
    params: held,
    body: () => ({ model: "x", claims: [] }),
  },
  "POST /api/user/reports/{bookingId}/useful": {
    owners: interviewee,
    params: held,
    body: () => ({ useful: true }),
  },
  "POST /api/user/reports/{bookingId}/exercises/{claimId}": {
    owners: interviewee,
    params: claim,
    body: () => ({ done: true }),
  },
  "POST /api/user/reports/{bookingId}/steps/{stepId}": {
    owners: interviewee,
    params: ({ heldBookingId, claimId }) => ({ bookingId: heldBookingId, stepId: claimId }),
    ownMsg: "Your mentor gave no such next step.",
    body: () => ({ done: true }),
  },
  "POST /api/user/reports/{bookingId}/claims/{claimId}/dispute": {
    owners: interviewee,
    params: claim,
    body: () => ({ line: "x" }),
  },
  "POST /api/interviewer/reports/{bookingId}/claims/{claimId}/dispute": {
    owners: interviewer,
    params: claim,
    body: () => ({ line: "x" }),
  },
  "GET /api/interviewer/candidate-progress/{userId}": { owners: interviewer, params: candidate },
  "GET /api/interviewer/candidate-profile/{userId}": { owners: interviewer, params: candidate },
  "GET /api/interviewer/resume-pdf/{userId}": { owners: interviewer, params: candidate },
  "GET /api/interviewer/resume-structured-pdf/{userId}": { owners: interviewer, params: candidate },
  "GET /api/user/purchases/{id}": { owners: interviewee, params: ({ purchaseId }) => ({ id: purchaseId }) },
  "POST /api/payment/verify-payment": { owners: interviewee, body: ({ callback }) => callback },
  "GET /api/practice/rounds/{id}": { owners: interviewee, params: round },
  "GET /api/practice/answers/{id}": { owners: interviewee, params: answer },
  "POST /api/practice/answers/{id}/explanation": {
    owners: interviewee,
    params: answer,
    body: () => ({ text: "x" }),
  },
  "POST /api/practice/answers/{id}/follow-ups/{index}": {
    owners: interviewee,
    params: ({ answerId }) => ({ id: answerId, index: "0" }),
    body: () => ({ text: "" }),
  },
  "POST /api/practice/answers/{id}/follow-ups/{index}/stream": {
    owners: interviewee,
    params: ({ answerId }) => ({ id: answerId, index: "0" }),
  },
  "GET /api/practice/rounds/{id}/report": { owners: interviewee, params: round },
  "POST /api/practice/rounds/{id}/report": { owners: interviewee, params: round },
  "POST /api/practice/rounds/{id}/report/claims/{claimId}/dispute": {
    owners: interviewee,
    params: ({ roundId }) => ({ id: roundId, claimId: randomUUID() }),
    ownMsg: "This round has no report.",
    body: () => ({ line: "No" }),
  },
  "POST /api/practice/rounds/{id}/report/useful": {
    owners: interviewee,
    params: round,
    ownMsg: "This round has no report.",
    body: () => ({ useful: true }),
  },
  "POST /api/practice/answers/{id}/hints": { owners: interviewee, params: answer },
  "POST /api/practice/answers/{id}/finish": { owners: interviewee, params: answer, body: () => ({}) },
  "PUT /api/practice/answers/{id}/tests": {
    owners: interviewee,
    params: answer,
    body: () => ({ visible: { passed: 1, total: 1 }, hidden: { passed: 1, total: 1 }, failed: [] }),
  },
  "PUT /api/practice/answers/{id}/ticks": {
    owners: interviewee,
    params: answer,
    body: () => ({ ticks: [] }),
  },
  "POST /api/practice/rounds/{id}/next": { owners: interviewee, params: round },
  "PUT /api/interviewer/weekly-rules/{id}": {
    owners: interviewer,
    params: ({ ruleId }) => ({ id: ruleId }),
    body: () => rule,
  },
  "PUT /api/user/bookings/{id}/goal": { owners: interviewee, params: upcoming, body: () => ({ role: "x" }) },
  "POST /api/user/bookings/{id}/reschedule": {
    owners: interviewee,
    params: upcoming,
    body: ({ freeSlotTime, interviewerId }) => ({ startTime: freeSlotTime, interviewerId }),
  },
  "GET /api/bookings/{id}/move-proposal": {
    owners: both,
    params: upcoming,
    ownMsg: "No other time was proposed for this interview.",
  },
  "POST /api/bookings/{id}/move-proposal/answer": {
    owners: both,
    params: upcoming,
    ownMsg: "No other time was proposed for this interview.",
    body: () => ({ proposalId: randomUUID(), answer: "decline" }),
  },
  "POST /api/practice/rounds/{id}/end": { owners: interviewee, params: round, isLast: true },
  "DELETE /api/rooms/{id}/transcript": { owners: both, params: heldId, isLast: true },
  "DELETE /api/rooms/{id}/presence": { owners: both, params: live, isLast: true },
  "POST /api/interviewer/bookings/{id}/complete": { owners: interviewer, params: live, isLast: true },
  "POST /api/user/bookings/{id}/cancel": { owners: interviewee, params: upcoming, isLast: true },
  "POST /api/interviewer/bookings/{id}/cancel": { owners: interviewer, params: upcoming, isLast: true },
  "DELETE /api/interviewer/availability/{id}": {
    owners: interviewer,
    params: ({ slotId }) => ({ id: slotId }),
    isLast: true,
  },
  "DELETE /api/interviewer/weekly-rules/{id}": {
    owners: interviewer,
    params: ({ ruleId }) => ({ id: ruleId }),
    isLast: true,
  },
  "DELETE /api/interviewer/time-off/{id}": {
    owners: interviewer,
    params: ({ timeOffId }) => ({ id: timeOffId }),
    isLast: true,
  },
  "DELETE /api/user/sign-ins/{id}": {
    owners: interviewee,
    params: ({ intervieweeSignInId }) => ({ id: intervieweeSignInId }),
    isLast: true,
  },
};

/** Routes whose parameter or id does not name a person's record, and why everyone with the role may use them. */
export const sharedRoutes: Record<string, string> = {
  "GET /api/calendar-feed/{file}": "the address is the secret",
  "GET /api/interviewer-photos/{file}": "photos are public",
  "POST /api/sandbox/orders/{id}/pay": "stands for the provider's own checkout, never in production",
  "GET /api/practice/drills/{setId}": "drills are the same for everybody",
  "POST /api/practice/cards/{cardId}/reveal": "cards are the same for everybody",
  "POST /api/practice/cards/{cardId}/reviews":
    "cards are the same for everybody; a review is the caller's own",
  "DELETE /api/interviewer/favorite-questions/{questionId}": "a favorite is the caller's own",
  "PUT /api/interviewer/payout-details": "payout details are the caller's own",
  "POST /api/practice/rounds": "questions are the same for everybody",
  "POST /api/user/bookings": "anybody may book an interviewer who offers a slot",
};

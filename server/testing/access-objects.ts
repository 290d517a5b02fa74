import { randomUUID } from "node:crypto";
import type { Access, Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { endpointsByRoute } from "./access-table.ts";
import { feedbackForm } from "./feedback-form.ts";
import { writePdf } from "./files/write-pdf.ts";
import type { Records } from "./records.ts";

/** The owner of the record: a party of the booking, or the person who created it. */
export type Owner = "interviewee" | "interviewer";

/** How a call reaches a person's record. */
export interface ObjectRow {
  owners: readonly Owner[];
  /** The path parameters that name the record. */
  params: (records: Records) => Record<string, string>;
  query?: (records: Records) => string;
  /** A body that the contract accepts, so that a refusal is about the record. */
  body?: (records: Records) => unknown;
  /** The owner's error message if the record has no such part, instead of the usual 404 message. */
  ownMsg?: string;
  /** The owner's call ends the record, so it runs after the others. */
  isLast?: true;
}

const ownersOf: Partial<Record<Access, readonly Owner[]>> = {
  "signed-in": ["interviewee", "interviewer"],
  interviewee: ["interviewee"],
  interviewer: ["interviewer"],
};

/** The record that a parameter names, by the parameter and, for an `id`, by the part of the path before it. */
const recordAt: Readonly<Record<string, (records: Records) => string>> = {
  "rooms/{id}": ({ liveBookingId }) => liveBookingId,
  "bookings/{id}": ({ upcomingBookingId }) => upcomingBookingId,
  "rounds/{id}": ({ roundId }) => roundId,
  "answers/{id}": ({ answerId }) => answerId,
  "questions/{id}": ({ ownQuestionId }) => ownQuestionId,
  "purchases/{id}": ({ purchaseId }) => purchaseId,
  "availability/{id}": ({ slotId }) => slotId,
  "weekly-rules/{id}": ({ ruleId }) => ruleId,
  "time-off/{id}": ({ timeOffId }) => timeOffId,
  "sign-ins/{id}": ({ intervieweeSignInId }) => intervieweeSignInId,
  "{bookingId}": ({ heldBookingId }) => heldBookingId,
  "{userId}": ({ intervieweeId }) => intervieweeId,
  "{questionId}": ({ ownQuestionId }) => ownQuestionId,
  "{askedId}": ({ askedQuestionId }) => askedQuestionId,
  "{utteranceId}": ({ utteranceId }) => utteranceId,
  "{claimId}": ({ claimId }) => claimId,
  "{stepId}": ({ claimId }) => claimId,
  "{index}": () => "0",
};

const held = ({ heldBookingId }: Records) => ({ id: heldBookingId });
const live = ({ liveBookingId }: Records) => ({ id: liveBookingId });

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

/** What a call needs besides the record, where the contract and its path do not tell. */
const details: Readonly<Record<string, Partial<ObjectRow>>> = {
  "GET /api/rooms/{id}/record": { params: held },
  "GET /api/rooms/{id}/board": { params: held },
  "GET /api/rooms/{id}/notes": { params: held },
  "PUT /api/rooms/{id}/notes": { body: () => ({ body: "x" }) },
  "POST /api/rooms/{id}/marks": { body: () => ({ id: randomUUID(), label: "good" }) },
  "POST /api/rooms/{id}/asked-questions": {
    body: ({ ownQuestionId }) => ({ id: randomUUID(), questionId: ownQuestionId }),
  },
  "POST /api/rooms/{id}/asked-questions/{askedId}/hints": {
    // The row above has shown another question.
    ownMsg: "This question is done, so its hints can no longer be shown.",
    body: () => ({ index: 0 }),
  },
  "PUT /api/rooms/{id}/asked-questions/{askedId}/marks": {
    body: () => ({ scores: [], note: "x", outcome: null }),
  },
  "POST /api/rooms/{id}/asked-questions/{askedId}/end": { isLast: true },
  "PUT /api/interviewer/questions/{id}": {
    body: () => ({ title: "x", prompt: "x", language: null, starterCode: "", minutes: null, notes: "" }),
  },
  "PUT /api/rooms/{id}/transcript/consent": { body: () => ({ agree: true }) },
  "POST /api/rooms/{id}/utterances": {
    body: () => ({ id: randomUUID(), text: "x", language: "en", startedSecondsAgo: 0, durationSeconds: 0 }),
  },
  "POST /api/rooms/{id}/utterance-audio": {
    query: () => `?id=${randomUUID()}&language=en&startedSecondsAgo=1`,
    body: () => fileForm("audio", "said.wav", Buffer.from("no audio")),
  },
  "PUT /api/rooms/{id}/utterances/{utteranceId}": {
    owners: ["interviewee"],
    params: ({ heldBookingId, utteranceId }) => ({ id: heldBookingId, utteranceId }),
    body: () => ({ text: "Other words" }),
  },
  "POST /api/rooms/{id}/transcript/done": { params: held },
  "GET /api/bookings/{id}/attendance": { params: held },
  "POST /api/bookings/{id}/no-show": { params: held },
  "POST /api/bookings/{id}/took-place": { params: held, body: () => ({ tookPlace: true }) },
  "POST /api/meeting/create": {
    body: ({ upcomingBookingId }) => ({ bookingId: upcomingBookingId, startTime: "2026-11-20T10:00:00Z" }),
  },
  "POST /api/meeting/{bookingId}/start-link": {
    params: ({ liveBookingId }) => ({ bookingId: liveBookingId }),
  },
  "POST /api/interviewer/feedback-upload/{bookingId}": {
    body: () => fileForm("feedback", "feedback.pdf", writePdf("Feedback", ["Well done."])),
  },
  "POST /api/interviewer/feedback-report/{bookingId}": { body: () => feedbackForm() },
  "POST /api/interviewer/feedback-report/{bookingId}/writing-time": { body: () => ({ seconds: 240 }) },
  "POST /api/user/feedback": {
    body: ({ heldBookingId, interviewerId }) => ({
      bookingId: heldBookingId,
      interviewerId,
      interviewScore: 1,
      overallSummary: "x",
    }),
  },
  "POST /api/user/reports/{bookingId}/device-draft": { body: () => ({ model: "x", claims: [] }) },
  "POST /api/user/reports/{bookingId}/useful": { body: () => ({ useful: true }) },
  "POST /api/user/reports/{bookingId}/exercises/{claimId}": { body: () => ({ done: true }) },
  "POST /api/user/reports/{bookingId}/steps/{stepId}": {
    ownMsg: "Your mentor gave no such next step.",
    body: () => ({ done: true }),
  },
  "POST /api/user/reports/{bookingId}/claims/{claimId}/dispute": { body: () => ({ line: "x" }) },
  "POST /api/interviewer/reports/{bookingId}/claims/{claimId}/dispute": { body: () => ({ line: "x" }) },
  "POST /api/payment/verify-payment": { body: ({ callback }) => callback },
  "POST /api/practice/answers/{id}/explanation": { body: () => ({ text: "x" }) },
  "POST /api/practice/answers/{id}/follow-ups/{index}": { body: () => ({ text: "" }) },
  "POST /api/practice/rounds/{id}/report/claims/{claimId}/dispute": {
    ownMsg: "This round has no report.",
    body: () => ({ line: "No" }),
  },
  "POST /api/practice/rounds/{id}/report/useful": {
    ownMsg: "This round has no report.",
    body: () => ({ useful: true }),
  },
  "POST /api/practice/answers/{id}/finish": { body: () => ({}) },
  "PUT /api/practice/answers/{id}/tests": {
    body: () => ({ visible: { passed: 1, total: 1 }, hidden: { passed: 1, total: 1 }, failed: [] }),
  },
  "PUT /api/practice/answers/{id}/ticks": { body: () => ({ ticks: [] }) },
  "PUT /api/interviewer/weekly-rules/{id}": { body: () => rule },
  "PUT /api/user/bookings/{id}/goal": { body: () => ({ role: "x" }) },
  "POST /api/user/bookings/{id}/reschedule": {
    body: ({ freeSlotTime, interviewerId }) => ({ startTime: freeSlotTime, interviewerId }),
  },
  "GET /api/bookings/{id}/move-proposal": { ownMsg: "No other time was proposed for this interview." },
  "POST /api/bookings/{id}/move-proposal/answer": {
    ownMsg: "No other time was proposed for this interview.",
    body: () => ({ proposalId: randomUUID(), answer: "decline" }),
  },
  "POST /api/practice/rounds/{id}/end": { isLast: true },
  "DELETE /api/rooms/{id}/transcript": { params: held },
  "POST /api/interviewer/bookings/{id}/complete": { params: live, isLast: true },
  "POST /api/user/bookings/{id}/cancel": { isLast: true },
  "POST /api/interviewer/bookings/{id}/cancel": { isLast: true },
  "DELETE /api/user/sign-ins/{id}": { owners: ["interviewee"] },
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

const namesRecord = (route: string, { body }: Endpoint) =>
  !route.includes(" /api/operator/") &&
  (route.includes("{") ||
    /"(\w+Id|\w+_id)":\{/.test(
      JSON.stringify(body?.toJSONSchema({ io: "input", unrepresentable: "any" }) ?? {}),
    ));

/**
 * The routes of users that name a record and are not shared. Operators may open every record that the desk shows;
 * `accessTable` defines who is an operator.
 */
const routes = [...endpointsByRoute].filter(
  ([route, endpoint]) => namesRecord(route, endpoint) && !(route in sharedRoutes),
);
// It ends the sign-in of the calls.
routes.sort(([a], [b]) => Number(a.includes("/sign-ins/")) - Number(b.includes("/sign-ins/")));

/** What names the records of a route, such as `rooms/{id}`. */
const namesIn = (route: string) =>
  [...route.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(([, before = "", name = ""]) => ({
    name,
    place: name === "id" ? `${before}/{id}` : `{${name}}`,
  }));

/** The routes whose record nobody has described: a parameter without its record, or an id in a body without the body. */
export const undescribedRoutes: readonly string[] = routes
  .filter(([route]) =>
    route.includes("{")
      ? namesIn(route).some(({ place }) => recordAt[place] === undefined)
      : details[route]?.body === undefined,
  )
  .map(([route]) => route);

/** Every route that names a person's record: its owner, and a call that reaches it. */
export const objectTable: Readonly<Record<string, ObjectRow>> = Object.fromEntries(
  routes.map(([route, { access, method }]) => [
    route,
    {
      owners: route.includes("/practice/") ? (["interviewee"] as const) : (ownersOf[access] ?? []),
      params: (records: Records) =>
        Object.fromEntries(namesIn(route).map(({ name, place }) => [name, recordAt[place]?.(records) ?? ""])),
      ...(method === "DELETE" ? { isLast: true as const } : {}),
      ...details[route],
    },
  ]),
);

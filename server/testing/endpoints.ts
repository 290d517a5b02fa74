import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Access, Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { fileForm, writePdf } from "./files.ts";
import { feedbackForm, type Records } from "./records.ts";

const contractFolder = fileURLToPath(new URL("../../contract/", import.meta.url));

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value
  );
}

/** An exported endpoint, or the two of a list of the desk with its CSV or of an action with its preview. */
function findIn(value: unknown): Endpoint[] {
  if (typeof value !== "object" || value === null) return [];
  const { preview, perform, csv } = value as Record<string, unknown>;
  return [value, csv, preview, perform].filter(isEndpoint);
}

/** Every endpoint of the contract, by its file in `contract/`, in the order of their names. */
export async function findEndpoints(): Promise<{ file: string; endpoints: Endpoint[] }[]> {
  const names = (await readdir(contractFolder, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("node_modules"),
  );
  const files = [];
  for (const file of names.sort()) {
    const module: Record<string, unknown> = await import(pathToFileURL(path.join(contractFolder, file)).href);
    const endpoints = Object.values(module).flatMap(findIn);
    if (endpoints.length > 0) files.push({ file: file.replaceAll("\\", "/"), endpoints });
  }
  return files;
}

/* The callers that each route allows, from the contract, for the access tests and for `npm run prove`. */

export type Who =
  | "nobody"
  | "interviewee"
  | "interviewer"
  | "operator"
  | "support"
  | "operator with a closed desk";

// Operators have the interviewee role, like every user who is not an interviewer.
export const allOperators: Who[] = ["operator", "support", "operator with a closed desk"];
export const everybody: Who[] = ["nobody", "interviewee", "interviewer", ...allOperators];

const callers: Record<Access, Who[]> = {
  public: everybody,
  "signed-in": ["interviewee", "interviewer", ...allOperators],
  interviewee: ["interviewee", ...allOperators],
  interviewer: ["interviewer"],
  "operator-entry": allOperators,
  operator: ["operator", "support"],
  owner: ["operator"],
};

/** Every endpoint of the contract by its route, such as `GET /api/rooms/{id}`. */
export const endpointsByRoute: ReadonlyMap<string, Endpoint> = new Map(
  (await findEndpoints())
    .flatMap(({ endpoints }) => endpoints)
    .map((endpoint) => [endpoint.name.replace(/:(\w+)/g, "{$1}"), endpoint]),
);

export const accessTable: Readonly<Record<string, Who[]>> = {
  // Health is declared outside the contract.
  "GET /health/live": everybody,
  "GET /health/ready": everybody,
  ...Object.fromEntries([...endpointsByRoute].map(([route, { access }]) => [route, callers[access]])),
};

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
  "waits/{id}": ({ waitId }) => waitId,
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
    body: () => fileForm("audio", Buffer.from("no audio"), "said.wav"),
  },
  "PUT /api/rooms/{id}/utterances/{utteranceId}": {
    owners: ["interviewee"],
    params: ({ heldBookingId, utteranceId }) => ({ id: heldBookingId, utteranceId }),
    body: () => ({ text: "Other words" }),
  },
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
    body: () => fileForm("feedback", writePdf("Feedback", ["Well done."])),
  },
  "POST /api/interviewer/feedback-report/{bookingId}": { body: () => feedbackForm() },
  "POST /api/user/feedback": {
    body: ({ heldBookingId, interviewerId }) => ({
      bookingId: heldBookingId,
      interviewerId,
      interviewScore: 1,
      overallSummary: "x",
    }),
  },
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
    isLast: true,
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
  "GET /api/mentors/{slug}": "the page of a listed mentor is public",
  "POST /api/sandbox/orders/{id}/pay": "stands for the provider's own checkout, never in production",
  "GET /api/practice/drills/{setId}": "drills are the same for everybody",
  "POST /api/practice/cards/{cardId}/reveal": "cards are the same for everybody",
  "POST /api/practice/cards/{cardId}/reviews":
    "cards are the same for everybody; a review is the caller's own",
  "DELETE /api/interviewer/favorite-questions/{questionId}": "a favorite is the caller's own",
  "PUT /api/interviewer/payout-details": "payout details are the caller's own",
  "POST /api/practice/rounds": "questions are the same for everybody",
  "POST /api/user/bookings": "anybody may book an interviewer who offers a slot",
  "POST /api/user/slot-hold": "anybody may hold a slot that is offered",
  "POST /api/user/waits": "anybody may wait for a slot of a mentor",
  "PUT /api/user/favorites": "a favorite is the caller's own",
  "POST /api/payment/create-order": "a slot must be held for the caller",
  "GET /api/slots/{id}": "an offered slot is the same for everybody",
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
// A move ends a wait, a cancellation ends a booking, and the last one ends the sign-in of the calls.
const endings = ["/reschedule", "/cancel", "/sign-ins/"];
const rank = (route: string) => endings.findIndex((ending) => route.includes(ending));
routes.sort(([a], [b]) => rank(a) - rank(b));

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

/*
 * Every list in an answer has pages, a number of rows that its schema states, or a row here that says what bounds it.
 * The test of `server/kernel/http/rate-limits.test.ts` fails for any other.
 */

/** Parts that many answers contain, by the end of their path in the answer, with what bounds them. */
export const boundedParts: Record<string, string> = {
  "goal.practice[]": "the options of a goal",
  "allowedActions[]": "the actions that there are",
  "noShowReports[]": "one for each party",
  "record.interviewee[]": "visits of one room, merged",
  "record.interviewer[]": "visits of one room, merged",
  "attendance.interviewee[]": "visits of one room, merged",
  "attendance.interviewer[]": "visits of one room, merged",
  "sessionsByPlan[]": "the plans",
  "resumeData.education[]": "the limits of a resume",
  "resumeData.experience[]": "the limits of a resume",
  "resumeData.skills[]": "the limits of a resume",
  "resumeData.projects[]": "the limits of a resume",
  "topics[]": "the topics of a page",
  "languages[]": "the languages of a page",
  "checks[]": "at most `maxChecks` stand, and the desk reads the newest 50",
  "acceptedBy[]": "the two parties",
  "agreed[]": "the two parties",
  "parties[]": "the two parties",
  "people[]": "the people of one record",
  "editedBy[]": "the two parties",
  "criteria[]": "the question",
  "hints[]": "the question",
  "clarifications[]": "the question",
  "commonErrors[]": "the question",
  "followUps[]": "the question",
  "opened[]": "the hints of the question",
  "failed[]": "the tests of the question",
  "ticks[]": "the criteria of the question",
  "visibleTests[]": "the question",
  "hiddenTests[]": "the question",
  "tables[]": "the tables of the question",
  "columns[]": "a table of the question",
  "tables[].rows[]": "a table of the question",
  "expected.rows[]": "a table of the question",
  "rows[][]": "a table of the question",
  "dueAfter{}": "the ratings of a card",
  "disputes[]": "at most 100 are read",
  "plans[]": "the plans",
  "roles[]": "the options of an application and a page",
  "levels[]": "the options of an application and a page",
  "recoveryCodes[]": "ten codes",
  "undo.body{}": "the input of an action",
};

/** Lists of one endpoint, with what bounds them. */
export const boundedLists: Record<string, string> = {
  "GET /api/mentors .counts{}": "the filters",
  "GET /api/mentors .counts{}{}": "the values of a filter",
  "GET /api/site .moreQuestions[]": "the questions of the site's texts",
  "GET /api/user/sign-ins []": "at most `maxSignIns` are read",
  "GET /api/plans []": "the plans",
  "GET /api/plans [].features[]": "the features of a plan",
  "GET /api/plans [].lines[]": "the parts of a price",
  "POST /api/user/purchase-plan .lines[]": "the parts of a price",
  "GET /api/user/purchases [].lines[]": "the parts of a price",
  "GET /api/user/purchases/{id} .lines[]": "the parts of a price",
  "GET /api/user/purchases/{id} .refunds[]": "one payment",
  "GET /api/interviewer/weekly-rules []": "at most 10 can be added",
  "GET /api/interviewer/time-off []": "at most 50 can be added",
  "GET /api/interviewer/time-off [].booked[]": "interviews ahead on these days",
  "POST /api/interviewer/time-off .timeOff.booked[]": "interviews ahead on these days",
  "GET /api/user/account-deletion .blockers[]": "the reasons that there are",
  "GET /api/user/account-deletion .consequences[]": "the consequences that there are",
  "GET /api/bookings/{id}/attendance .interviewee[]": "visits of one room, merged",
  "GET /api/bookings/{id}/attendance .interviewer[]": "visits of one room, merged",
  "POST /api/rooms/{id}/ticket .iceServers[]": "the operator's settings",
  "POST /api/rooms/{id}/ticket .iceServers[].urls[]": "the operator's settings",
  "GET /api/rooms/{id}/record .items[]": "one interview; at most 5,000 messages are read",
  "GET /api/rooms/{id}/board .elements[]": "the limit of a whiteboard",
  "GET /api/rooms/{id}/questions .questions[]":
    "the question bank and own questions, whose number is limited",
  "GET /api/operator/approvals [].lines[]": "a few sentences",
  "GET /api/operator/payments/{id} .lines[]": "the parts of a price",
  "GET /api/operator/payments/{id} .leftValues[]": "the credits of one lot",
  "GET /api/operator/payments/{id} .refunds[]": "one payment",
  "GET /api/operator/bookings/{id} .moves[]": "one booking",
  "GET /api/operator/bookings/{id} .reports[]": "one for each party",
  "GET /api/operator/bookings/{id}/room-record .items[]": "one interview; at most 5,000 messages are read",
  "GET /api/operator/bookings/{id}/offered-slots []": "`maxOfferedSlots` are read",
  "POST /api/operator/bookings/cancellation .outcomes[]":
    "the bookings of the request, whose number is limited",
  "GET /api/operator/prices .plans[].versions[]": "the newest versions",
  "GET /api/operator/prices .founding.versions[]": "the newest versions",
  "GET /api/operator/figures .rows[]": "a period has at most 366 days",
  "GET /api/operator/figures/cohorts []": "the newest twelve months",
  "GET /api/operator/audit [].details{}": "one line",
  "GET /api/operator/people/{id}/timeline [].details{}": "one line",
  "GET /api/operator/audit/actions []": "the actions that there are",
  "POST /api/operator/health/checks []": "the checks that there are",
  "GET /api/operator/jobs/failed []": "at most 400 failed and discarded ones are read",
  "GET /api/operator/mail/refused []": "at most 200 are read",
  "GET /api/operator/settings []": "the settings that there are",
  "GET /api/operator/settings [].names[]": "the names of one setting",
  "GET /api/operator/settings [].values[]": "the values of one setting",
  "GET /api/operator/words []": "the texts of the site",
  "GET /api/operator/words/{key}/versions []": "the newest versions",
  "GET /api/operator/applications/{id} .steps[]": "one application",
  "GET /api/operator/today .lines[]": "at most 25 of a kind, and those that the operator took",
  "GET /api/operator/today .byKind{}": "the kinds of work",
  "GET /api/operator/today .done[]": "at most 50 are read",
  "GET /api/operator/today/counts {}": "the kinds of work",
};

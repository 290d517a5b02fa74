import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { MentorPageFields } from "@greenroom/contract/people/mentors.ts";
import { type AreaName, areaNames } from "@greenroom/contract/review/tracks.ts";
import type { TestApp } from "./app.ts";

interface FormChange {
  areas?: Partial<Record<AreaName, { score?: number | null; notes?: string }>>;
  questions?: string;
  summary?: string;
  nextSteps?: string;
}

/** A mentor's form of the general track, filled in with a 4 in each area. */
export function feedbackForm({ areas = {}, ...texts }: FormChange = {}) {
  return {
    track: "general" as const,
    areas: areaNames.map((area) => ({ area, score: 4 as number | null, notes: "", ...areas[area] })),
    questions: "Two sum",
    summary: "Good.",
    ...texts,
  };
}

const approach =
  "I ask about something that you built, then one design question. I wait when you think, and end with notes.";

/** A mentor's page that has all it needs to be listed, with an address of its own. */
export function mentorPage(change: Partial<MentorPageFields> = {}): MentorPageFields {
  return {
    slug: `kavya-${randomUUID().slice(0, 8)}`,
    headline: "Staff ML engineer, ranking",
    approach,
    years: 9,
    roles: ["ml-engineer"],
    levels: ["mid", "senior"],
    topics: ["sql", "ml-system-design"],
    languages: ["en", "hi"],
    showsLastName: false,
    isListed: false,
    ...change,
  };
}

/* Creates one record of every kind between two people through the API, for tests of who may see them. */

interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  body: any;
}

/** The server under test, with a clock that tests can move. */
export interface ServerUnderTest {
  now(): Date;
  moveTo(instant: Date): Promise<void>;
  call(
    method: string,
    path: string,
    options?: { token?: string | undefined; body?: unknown },
  ): Promise<ApiResponse>;
  /** Resolves when all jobs that were enqueued so far are done. */
  finishJobs(): Promise<void>;
}

interface Party {
  token: string;
  id: string;
}

export interface Records {
  /** Completed, with a report, a rating, a feedback file, a transcript and a mark. */
  heldBookingId: string;
  /** In progress, with an open room. */
  liveBookingId: string;
  /** In two days. */
  upcomingBookingId: string;
  claimId: string;
  utteranceId: string;
  slotId: string;
  freeSlotTime: string;
  ruleId: string;
  waitId: string;
  timeOffId: string;
  purchaseId: string;
  /** The body of the call to verify-payment. */
  callback: Record<string, string | number>;
  intervieweeSignInId: string;
  interviewerSignInId: string;
  intervieweeId: string;
  interviewerId: string;
  roundId: string;
  answerId: string;
  /** A question that the interviewer wrote. */
  ownQuestionId: string;
  /** Shown in the open room. */
  askedQuestionId: string;
}

/** The test app as the server that gets the records. */
export function createServerUnderTest(app: TestApp): ServerUnderTest {
  return {
    now: () => app.clock.now(),
    moveTo: async (instant) => app.clock.set(instant),
    call: (method, path, options) => app.call(method, path, options),
    finishJobs: async () => void (await app.runJobs()),
  };
}

const hour = 60;

/**
 * Creates the records of an interviewee and an interviewer; the interviewee has three credits. Moves the clock by
 * four hours. Throws if a call fails.
 */
export async function createRecords(
  server: ServerUnderTest,
  { interviewee, interviewer }: { interviewee: Party; interviewer: Party },
): Promise<Records> {
  const start = new Date(Math.ceil(server.now().getTime() / 3_600_000) * 3_600_000);
  const at = (minutes: number) => addMinutes(start, minutes).toISOString();
  const send = async (who: Party | null, method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, { token: who?.token, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const offer = async (minutes: number): Promise<string> =>
    (await send(interviewer, "POST", "/api/interviewer/availability", { slotTime: at(minutes) }))._id;
  const book = async (minutes: number): Promise<string> => {
    await offer(minutes);
    const body = { startTime: at(minutes), interviewerId: interviewer.id };
    return (await send(interviewee, "POST", "/api/user/bookings", body))._id;
  };

  const heldBookingId = await book(hour);
  const liveBookingId = await book(3 * hour);
  const upcomingBookingId = await book(50 * hour);
  const waitId = (await send(interviewee, "POST", "/api/user/waits", { mentor: interviewer.id }))._id;
  const slotId = await offer(53 * hour);
  const money = await buy(send, interviewee);
  const hours = { weekdays: [1], windows: [{ from: "10:00", to: "12:00" }], timeZone: "Asia/Kolkata" };
  const rule = { ...hours, startsOn: at(0).slice(0, 10), endsOn: null, exceptions: [] };
  const limits = { minimumNoticeHours: 0, mostPerDay: null };
  const weekly = await send(interviewer, "POST", "/api/interviewer/weekly-rules", { ...rule, ...limits });
  const day = at(40 * 24 * hour).slice(0, 10);
  const daysOff = { firstDay: day, lastDay: day, timeZone: "Asia/Kolkata" };
  const timeOff = await send(interviewer, "POST", "/api/interviewer/time-off", daysOff);
  await send(interviewer, "POST", "/api/interviewer/profile", mentorPage({ headline: "Engineer" }));

  await server.moveTo(addMinutes(start, hour + 5));
  const room = `/api/rooms/${heldBookingId}`;
  for (const who of [interviewee, interviewer]) {
    await send(who, "POST", `${room}/presence`);
    await send(who, "PUT", `${room}/transcript/consent`, { agree: true });
  }
  await server.moveTo(addMinutes(server.now(), 0.2));
  for (const who of [interviewee, interviewer]) await send(who, "POST", `${room}/presence`);
  // Both consented before these words.
  await server.moveTo(addMinutes(server.now(), 0.8));
  const said = { text: "I would start with a baseline.", language: "en" };
  const utteranceId = randomUUID();
  const utterance = { id: utteranceId, ...said, startedSecondsAgo: 3, durationSeconds: 2 };
  await send(interviewee, "POST", `${room}/utterances`, utterance);
  await send(interviewer, "POST", `${room}/marks`, { id: randomUUID(), label: "come_back", note: "No plan" });
  await send(interviewer, "PUT", `${room}/notes`, { body: "Only for me" });
  await server.moveTo(addMinutes(start, hour + 46));
  await server.call("POST", `/api/interviewer/bookings/${heldBookingId}/complete`, {
    token: interviewer.token,
    body: { reason: "We were done early" },
  });
  await send(interviewee, "POST", `/api/bookings/${heldBookingId}/took-place`, { tookPlace: true });
  // The time for corrections is over, and the report is made.
  await server.moveTo(addMinutes(start, hour + 67));
  await send(interviewer, "POST", `/api/interviewer/feedback-report/${heldBookingId}`, feedbackForm());
  const rating = { bookingId: heldBookingId, interviewerId: interviewer.id, interviewScore: 5 };
  await send(interviewee, "POST", "/api/user/feedback", { ...rating, overallSummary: "Clear." });
  await server.finishJobs();
  const { report } = await send(interviewee, "GET", `/api/user/reports/${heldBookingId}`);
  const claimId = report.claims?.[0]?.id;
  if (claimId === undefined) throw new Error(`the report has no claim: ${JSON.stringify(report)}`);

  await server.moveTo(addMinutes(start, 3 * hour + 5));
  const round = await send(interviewee, "POST", "/api/practice/rounds", {
    role: "data-scientist",
    minutes: 15,
  });
  const question = {
    title: "Two sum",
    prompt: "Add.",
    language: null,
    starterCode: "",
    minutes: null,
    notes: "",
  };
  const own = await send(interviewer, "POST", "/api/interviewer/questions", question);
  const askedQuestionId = randomUUID();
  await send(interviewer, "POST", `/api/rooms/${liveBookingId}/asked-questions`, {
    id: askedQuestionId,
    questionId: own.id,
  });
  const signIns = async (who: Party) => (await send(who, "GET", "/api/user/sign-ins"))[0]._id;
  return {
    heldBookingId,
    liveBookingId,
    upcomingBookingId,
    claimId,
    utteranceId,
    slotId,
    freeSlotTime: at(53 * hour),
    ruleId: weekly.rule._id,
    waitId,
    timeOffId: timeOff.timeOff._id,
    ...money,
    intervieweeSignInId: await signIns(interviewee),
    interviewerSignInId: await signIns(interviewer),
    intervieweeId: interviewee.id,
    interviewerId: interviewer.id,
    roundId: round.id,
    answerId: round.answer.id,
    ownQuestionId: own.id,
    askedQuestionId,
  };
}

type Send = (who: Party | null, method: string, path: string, body?: unknown) => Promise<ApiResponse["body"]>;

/** A purchase through the sandbox. */
async function buy(send: Send, who: Party) {
  const planType = "Basic";
  const { newPrice } = await send(who, "POST", "/api/user/purchase-plan", { planType });
  const price = { planType, newPrice };
  const order = await send(who, "POST", "/api/payment/create-order", { ...price, amount: newPrice });
  const paid = await send(null, "POST", `/api/sandbox/orders/${order.id}/pay`, { outcome: "success" });
  const callback = { ...paid, ...price };
  await send(who, "POST", "/api/payment/verify-payment", callback);
  const [purchase] = await send(who, "GET", "/api/user/purchases");
  return { purchaseId: purchase._id as string, callback };
}

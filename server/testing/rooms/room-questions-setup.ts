import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openQuestionBank } from "../../room/question-bank/bank.ts";
import {
  type BookedInterview,
  grantTestCredits,
  offerSlot,
  postBooking,
} from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../app.ts";
import { connectRoomClient, getTicket, type RoomClient } from "./room-client.ts";

export const bank = await openQuestionBank();
const foundSqlQuestion = bank.find("ab-test-readout");
if (foundSqlQuestion?.kind !== "sql") throw new Error("the bank has no such SQL question");
export const sqlQuestion = foundSqlQuestion;
const foundTalkQuestion = bank.all.find(({ kind, topic }) => kind === "talk" && topic === "ml-fundamentals");
if (foundTalkQuestion === undefined) throw new Error("the bank has no such question");
export const talkQuestion = foundTalkQuestion;

/** An interview in progress before each test, and the calls that its people make. */
export function useInterview() {
  let app: TestApp;
  let booked: BookedInterview;
  let id: string;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    booked = await startInterview();
    id = booked.booking._id;
  });

  /** Starts an interview between two new people, or between a known interviewee and a new interviewer. */
  async function startInterview(known?: SignedUpUser): Promise<BookedInterview> {
    app.clock.advance({ minutes: 180 });
    const interviewer = await app.signUpInterviewer({ firstName: "Ira", lastName: "Viewer" });
    const interviewee = known ?? (await app.signUp({ firstName: "Cand", lastName: "Idate" }));
    await grantTestCredits(app, interviewee, { sessions: 1 });
    const startTime = new Date(
      Math.ceil(app.clock.now().getTime() / 3_600_000 + 1) * 3_600_000,
    ).toISOString();
    await offerSlot(app, interviewer, startTime);
    const { body } = await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
    app.clock.set(addMinutes(new Date(startTime), 5));
    return { interviewer, interviewee, booking: body };
  }
  const call = (person: SignedUpUser, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) });

  return {
    get app() {
      return app;
    },
    get booked() {
      return booked;
    },
    /** The booking that the calls below name. */
    get id() {
      return id;
    },
    set id(other) {
      id = other;
    },
    startInterview,
    call,
    search: (person: SignedUpUser, query = "") => call(person, "GET", `/api/rooms/${id}/questions${query}`),
    show: (person: SignedUpUser, questionId: string, askedId: string = randomUUID()) =>
      call(person, "POST", `/api/rooms/${id}/asked-questions`, { id: askedId, questionId }),
    asked: (person: SignedUpUser) => call(person, "GET", `/api/rooms/${id}/asked-questions`),
    join: async (person: SignedUpUser, at: { url: string } = app): Promise<RoomClient> =>
      connectRoomClient(at, id, await getTicket(app, id, person.token)),
    setMinute: (minutes: number) => app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes)),
    recordOf: async (person: SignedUpUser) => (await call(person, "GET", `/api/rooms/${id}/record`)).body,
  };
}

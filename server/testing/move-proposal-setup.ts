import { afterAll, beforeAll, beforeEach } from "vitest";
import { confirmAction } from "../desk/desk.testing.ts";
import {
  type BookedInterview,
  createBookedInterview,
  offerSlot,
} from "../schedule/bookings/bookings.testing.ts";
import { type ApiResponse, createTestApp, type SignedUpUser, type TestApp, testNow } from "./app.ts";

/** The app and the operator of a file's tests, and the booking of the current test. */
export let app: TestApp;
export let support: SignedUpUser;
export let booked: BookedInterview;

/** Gives a file one app with an operator, and each of its tests a new interview in 30 hours. */
export function useBookingAtDesk(): void {
  beforeAll(async () => {
    app = await createTestApp();
    app.clock.set(testNow);
    support = await app.signUpOperator({ level: "support" });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(testNow);
    booked = await createBookedInterview(app, { hours: 30 });
  });
}

type Answer = Pick<ApiResponse, "status" | "body">;

export const deskPath = () => `/api/operator/bookings/${booked.booking._id}`;

/** Proposes this start to both parties, as the operator. Its slot must be offered. */
export const postProposal = (startTime: string): Promise<Answer> =>
  confirmAction(app, support, `${deskPath()}/move-proposal`, { startTime }, { reason: "The room is closed" });

/** Offers a slot of the booking's interviewer, and proposes it. */
export async function offerAndPropose(startTime: string): Promise<Answer> {
  await offerSlot(app, booked.interviewer, startTime);
  return await postProposal(startTime);
}

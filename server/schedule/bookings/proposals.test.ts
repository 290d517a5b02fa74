import { describe, expect, it } from "vitest";
import { confirmAction } from "../../desk/desk.testing.ts";
import type { SignedUpUser } from "../../testing/app.ts";
import {
  app,
  booked,
  deskPath,
  offerAndPropose,
  support,
  useBookingAtDesk,
} from "../../testing/move-proposal-setup.ts";
import { hoursFromNow, offerSlot } from "./bookings.testing.ts";

useBookingAtDesk();

async function propose(hours = 50): Promise<string> {
  const proposed = await offerAndPropose(hoursFromNow(app, hours));
  expect(proposed.status).toBe(200);
  return proposed.body.proposalId;
}
const answer = (person: SignedUpUser, proposalId: string, given: "accept" | "decline") =>
  app.post(person, `/api/bookings/${booked.booking._id}/move-proposal/answer`, { proposalId, answer: given });
const list = async (person: SignedUpUser, listPath: string) => await app.read(person, listPath);
/** The booking's proposal in each list: two of the interviewee, one of the interviewer. */
async function shown() {
  const { interviewee, interviewer } = booked;
  const lists = [
    await list(interviewee, "/api/user/bookings"),
    await list(interviewee, "/api/user/sessions"),
    await list(interviewer, "/api/interviewer/bookings"),
  ];
  return lists.map((rows) => {
    expect(rows).toHaveLength(1);
    return rows[0].proposedMoveId;
  });
}
const nothing = [null, null, null];

describe("another time that is proposed", () => {
  it("is named in the lists of both parties, and nowhere before it is proposed", async () => {
    expect(booked.booking).toMatchObject({ proposedMoveId: null });
    expect(await shown()).toEqual(nothing);
    const id = await propose();
    expect(await shown()).toEqual([id, id, id]);
  });

  it("is no longer named to the party that has accepted, and still to the other", async () => {
    const id = await propose();
    await answer(booked.interviewee, id, "accept");
    expect(await shown()).toEqual([null, null, id]);
    await answer(booked.interviewer, id, "accept");
    expect(await shown()).toEqual(nothing);
  });

  it.each(["interviewee", "interviewer"] as const)("is gone once the %s declines", async (party) => {
    await answer(booked[party], await propose(), "decline");
    expect(await shown()).toEqual(nothing);
  });

  it("is gone once it is withdrawn, and the next one is named", async () => {
    await propose();
    await confirmAction(app, support, `${deskPath()}/move-proposal/withdrawal`);
    expect(await shown()).toEqual(nothing);
    const next = await propose(52);
    expect(await shown()).toEqual([next, next, next]);
  });

  it("is gone when its time to answer is over, also before the job has ended it", async () => {
    await propose();
    const { expiresAt } = await list(booked.interviewee, `/api/bookings/${booked.booking._id}/move-proposal`);
    app.clock.set(new Date(new Date(expiresAt).getTime() - 1));
    expect(await shown()).not.toEqual(nothing);
    app.clock.set(expiresAt);
    expect(await shown()).toEqual(nothing);
  });

  it("is gone once the interviewee moves the booking or cancels it", async () => {
    const later = hoursFromNow(app, 60);
    await offerSlot(app, booked.interviewer, later);
    await propose();
    const change = (what: string, body?: unknown) =>
      app.post(booked.interviewee, `/api/user/bookings/${booked.booking._id}/${what}`, body);
    const moved = await change("reschedule", {
      startTime: later,
      interviewerId: booked.interviewer.user._id,
    });
    expect(moved.body.booking.proposedMoveId).toBeNull();
    expect(await shown()).toEqual(nothing);
    await propose(52);
    expect((await change("cancel", {})).body.booking.proposedMoveId).toBeNull();
  });

  it("can be declined by the party that has accepted until the other accepts, too", async () => {
    const id = await propose();
    await answer(booked.interviewee, id, "accept");
    expect((await answer(booked.interviewee, id, "decline")).body.proposal).toMatchObject({
      state: "declined",
      declinedBy: "interviewee",
    });
  });
});

it.each([
  ["accept", "Both parties have accepted, and the interview has moved. Nothing was withdrawn."],
  ["decline", "The interviewer has declined this time already. The interview stays where it is."],
] as const)(
  "a withdrawal that comes too late after the interviewer's %s tells the operator what happened",
  async (given, msg) => {
    const id = await propose();
    await answer(booked.interviewee, id, "accept");
    await answer(booked.interviewer, id, given);
    const late = await confirmAction(app, support, `${deskPath()}/move-proposal/withdrawal`);
    expect([late.status, late.body.msg]).toEqual([409, msg]);
  },
);

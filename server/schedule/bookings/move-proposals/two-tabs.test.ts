import { beforeEach, describe, expect, it } from "vitest";
import { confirmAction } from "../../../desk/desk.testing.ts";
import type { SignedUpUser } from "../../../testing/app.ts";
import {
  app,
  booked,
  deskPath,
  offerAndPropose,
  support,
  useBookingAtDesk,
} from "../../../testing/bookings/move-proposal-setup.ts";
import { createBookedInterview, hoursFromNow } from "../bookings.testing.ts";

useBookingAtDesk();

let proposalId: string;
beforeEach(async () => {
  proposalId = (await offerAndPropose(hoursFromNow(app, 50))).body.proposalId;
});

const answer = (person: SignedUpUser, body: object) =>
  app.call("POST", `/api/bookings/${booked.booking._id}/move-proposal/answer`, {
    token: person.token,
    body: { proposalId, ...body },
  });
const stateAtDesk = async (path = deskPath()) =>
  (await app.call("GET", `${path}/move-proposal`, { token: support.token })).body.proposal;

describe.each(["interviewee", "interviewer"] as const)("an %s with two tabs", (party) => {
  it("does not decline by a page that is older than their acceptance", async () => {
    await answer(booked[party], { answer: "accept" });
    const late = await answer(booked[party], { answer: "decline" });
    expect([late.status, late.body.msg]).toEqual([
      409,
      "You have accepted this time already, perhaps in another tab. To decline it after all, choose Decline again.",
    ]);
    expect(await stateAtDesk()).toMatchObject({ state: "open", acceptedBy: [party] });
  });

  it("declines after all, knowing that they have accepted", async () => {
    await answer(booked[party], { answer: "accept" });
    const declined = await answer(booked[party], { answer: "decline", revokesAcceptance: true });
    expect(declined.status).toBe(200);
    expect(await stateAtDesk()).toMatchObject({ state: "declined", declinedBy: party });
  });
});

describe("the state of a proposal at the desk", () => {
  const views = async () =>
    (await app.deps.pool.query("select count(*)::int as count from audit_log where action like 'desk.%'"))
      .rows[0].count;

  it("follows the answers, and reads no personal data", async () => {
    const before = await views();
    expect(await stateAtDesk()).toEqual({
      _id: proposalId,
      state: "open",
      acceptedBy: [],
      declinedBy: null,
    });
    await answer(booked.interviewee, { answer: "accept" });
    expect(await stateAtDesk()).toMatchObject({ state: "open", acceptedBy: ["interviewee"] });
    await answer(booked.interviewer, { answer: "accept" });
    expect(await stateAtDesk()).toMatchObject({ state: "moved", acceptedBy: ["interviewee", "interviewer"] });
    expect(await views()).toBe(before);
  });

  it("is null before anything was proposed, and not found for an unknown booking", async () => {
    const { booking } = await createBookedInterview(app, { hours: 30 });
    expect(await stateAtDesk(`/api/operator/bookings/${booking._id}`)).toBeNull();
    const unknown = "/api/operator/bookings/0190a5b8-0000-7000-8000-00000000dead/move-proposal";
    expect((await app.call("GET", unknown, { token: support.token })).status).toBe(404);
  });
});

describe("a withdrawal that comes too late", () => {
  it.each([
    ["accept", "Both parties have accepted, and the interview has moved. Nothing was withdrawn."],
    ["decline", "The interviewer has declined this time already. The interview stays where it is."],
  ])("after the interviewer's %s tells the operator what happened", async (given, msg) => {
    await answer(booked.interviewee, { answer: "accept" });
    await answer(booked.interviewer, { answer: given });
    const late = await confirmAction(app, support, `${deskPath()}/move-proposal/withdrawal`);
    expect([late.status, late.body.msg]).toEqual([409, msg]);
  });
});

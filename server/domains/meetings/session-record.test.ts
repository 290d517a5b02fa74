import { randomUUID } from "node:crypto";
import { roomCloseCodes } from "@greenroom/contract/room-messages.ts";
import { addMinutes } from "@greenroom/contract/time.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { openPad } from "../../testing/pad-page.ts";
import { getTicket, openLine } from "../../testing/room-line.ts";
import { type Staged, stageBooking } from "../bookings/bookings.testing.ts";
import { completeDueBookings } from "../bookings/complete-due-bookings.ts";

let app: TestApp;
let staged: Staged;
let id: string;
beforeEach(async () => {
  app = await createTestApp();
  staged = await stageBooking(app);
  id = staged.booking._id;
  app.clock.set(new Date(staged.booking.startTime));
});
afterEach(() => app.close());

const run = { language: "python", outcome: "finished", output: "0.67\0\n", durationMs: 38 };
const recordOf = (person: SignedUp) => app.call("GET", `/api/rooms/${id}/record`, { token: person.token });

async function join(person: SignedUp) {
  const line = await openLine(app, id, await getTicket(app, id, person.token));
  await line.next("welcome");
  return line;
}

/** A session in which somebody came, wrote, ran and left. */
async function hold(): Promise<void> {
  const guest = await join(staged.interviewee);
  app.clock.advance({ seconds: 1 });
  const host = await join(staged.interviewer);
  app.clock.advance({ seconds: 3 });
  host.say({ type: "chat", id: randomUUID(), body: "Welcome" });
  await guest.next("chat");
  app.clock.advance({ seconds: 4 });
  const pad = openPad(guest);
  await pad.sync();
  pad.type((text) => text.insert(0, "print(2/3)"));
  guest.say({ type: "code-language", language: "javascript" });
  await host.next("code-language");
  app.clock.advance({ seconds: 4 });
  guest.say({ type: "run", id: randomUUID(), run });
  await host.next("run");
  await app.call("PUT", `/api/rooms/${id}/notes`, {
    token: staged.interviewer.token,
    body: { body: "Calm." },
  });
  guest.socket.close(1000);
  host.socket.close(1000);
  await Promise.all([guest.closed, host.closed]);
  const left = async () =>
    (
      await app.deps.database
        .selectFrom("roomVisits")
        .select("leftAt")
        .where("leftAt", "is not", null)
        .execute()
    ).length;
  await expect.poll(left).toBe(2);
}

describe("the record of a session", () => {
  it("has every item at its time, for both; the notes for who took them", async () => {
    await hold();
    const [guest, host] = [staged.interviewee.user._id, staged.interviewer.user._id];
    const { status, body } = await recordOf(staged.interviewee);
    expect(status).toBe(200);
    expect(body.items.map(({ kind, atSeconds, personId }: never) => [kind, atSeconds, personId])).toEqual([
      ["joined", 0, guest],
      ["joined", 1, host],
      ["chat", 4, host],
      ["run", 12, guest],
      ["left", 12, expect.any(String)],
      ["left", 12, expect.any(String)],
    ]);
    expect(body.items[3]).toMatchObject({ language: "python", output: "0.67\ufffd\n", durationMs: 38 });
    expect(body.code).toEqual({ language: "javascript", text: "print(2/3)", atSeconds: 8 });
    expect(body.notes).toBeNull();
    expect((await recordOf(staged.interviewer)).body).toMatchObject({
      notes: { body: "Calm.", atSeconds: 12 },
      people: [{ isYou: false, firstName: "Cand" }, { isYou: true }],
    });
  });

  it("is nobody else's, and there after the room closed, also when nobody came", async () => {
    expect((await recordOf(await app.signUp())).status).toBe(404);
    app.clock.set(addMinutes(new Date(staged.booking.endTime), 600));
    expect((await recordOf(staged.interviewee)).body).toMatchObject({ items: [], code: null, notes: null });
  });

  it("is in what a person takes along, and goes with them: their words at once, the code with the second", async () => {
    await hold();
    app.clock.set(addMinutes(new Date(staged.booking.endTime), 1));
    await completeDueBookings(app.deps);
    const takeAlong = async ({ token }: SignedUp) => {
      const archive = await fetch(`${app.url}/api/user/my-data`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return Buffer.from(await archive.arrayBuffer()).toString();
    };
    const text = await takeAlong(staged.interviewee);
    expect(text).toContain('"text": "print(2/3)"');
    expect(text).toContain('"durationMs": 38');
    expect(text).not.toContain("Calm.");
    expect(await takeAlong(staged.interviewer)).toContain('"body": "Calm."');

    const leave = async ({ token, user }: SignedUp) => {
      await app.call("POST", "/api/user/account-deletion/start", { token });
      const otp = await app.codeMailedTo(user.email);
      const gone = await app.call("POST", "/api/user/account-deletion/confirm", { token, body: { otp } });
      expect(gone.status).toBe(200);
    };
    await leave(staged.interviewee);
    const { body } = await recordOf(staged.interviewer);
    expect(body.code.text).toBe("print(2/3)");
    expect(body.items.map(({ kind }: { kind: string }) => kind)).not.toContain("run");
    await leave(staged.interviewer);
    for (const table of [
      "roomCode",
      "roomCodeUpdates",
      "roomCodeRuns",
      "roomMessages",
      "roomNotes",
    ] as const) {
      expect(await app.deps.database.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});

describe("a run", () => {
  it("comes to the other one once, also when it is told of again, and to who comes later", async () => {
    const [guest, host] = [await join(staged.interviewee), await join(staged.interviewer)];
    const told = { type: "run", id: randomUUID(), run };
    guest.say(told);
    guest.say(told);
    expect((await host.next("run")).run).toMatchObject({
      senderId: staged.interviewee.user._id,
      durationMs: 38,
    });
    await host.next("run");
    expect((await recordOf(staged.interviewer)).body.items).toHaveLength(3);
    const later = await join(staged.interviewer);
    later.say({ type: "code-sync", vector: "AA==" });
    expect((await later.next("code-sync")).lastRun).toMatchObject({ id: told.id });
    later.say(told);
    expect(await later.closed).toBe(roomCloseCodes.badMessage);
  });
});

describe("tickets", () => {
  it("are not handed out without end", async () => {
    const limited = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "0.03" } });
    try {
      const { booking, interviewee } = await stageBooking(limited);
      limited.clock.set(new Date(booking.startTime));
      const ask = () =>
        limited.call("POST", `/api/rooms/${booking._id}/ticket`, { token: interviewee.token });
      for (let count = 0; count < 7; count += 1) expect((await ask()).status).toBe(201);
      const refused = await ask();
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    } finally {
      await limited.close();
    }
  });
});

import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { roomCloseCodes } from "@greenroom/contract/room/room-messages.ts";
import { describe, expect, it } from "vitest";
import { createBookedInterview, holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { createTestApp, type SignedUpUser } from "../../testing/app.ts";
import { downloadOwnRows } from "../../testing/own-data.ts";
import { app, booked, join, roomId, useOpenRoom } from "../../testing/rooms/open-room-setup.ts";
import { openPadClient } from "../../testing/rooms/pad-client.ts";

useOpenRoom();

const run = { language: "python", outcome: "finished", output: "0.67\0\n", durationMs: 38 };
const recordOf = (person: SignedUpUser) =>
  app.call("GET", `/api/rooms/${roomId}/record`, { token: person.token });

/** Runs an interview in which people entered, wrote, ran code and left. */
async function hold(): Promise<void> {
  const interviewee = await join(booked.interviewee);
  app.clock.advance({ seconds: 1 });
  const interviewer = await join(booked.interviewer);
  app.clock.advance({ seconds: 3 });
  interviewer.send({ type: "chat", id: randomUUID(), body: "Welcome" });
  await interviewee.next("chat");
  app.clock.advance({ seconds: 4 });
  const pad = openPadClient(interviewee);
  await pad.sync();
  pad.type((text) => text.insert(0, "print(2/3)"));
  interviewee.send({ type: "code-language", language: "javascript" });
  await interviewer.next("code-language");
  app.clock.advance({ seconds: 4 });
  interviewee.send({ type: "run", id: randomUUID(), run });
  await interviewer.next("run");
  await app.call("PUT", `/api/rooms/${roomId}/notes`, {
    token: booked.interviewer.token,
    body: { body: "Calm." },
  });
  interviewee.socket.close(1000);
  interviewer.socket.close(1000);
  await Promise.all([interviewee.closed, interviewer.closed]);
  const left = async () =>
    (
      await app.deps.database
        .selectFrom("roomVisits")
        .select("leftAt")
        .where("bookingId", "=", roomId)
        .where("leftAt", "is not", null)
        .execute()
    ).length;
  await expect.poll(left).toBe(2);
}

describe("the record of an interview", () => {
  it("has every item at its time for both parties, and the notes only for their author", async () => {
    await hold();
    const [interviewee, interviewer] = [booked.interviewee.user._id, booked.interviewer.user._id];
    const { status, body } = await recordOf(booked.interviewee);
    expect(status).toBe(200);
    expect(body.items.map(({ kind, atSeconds, personId }: never) => [kind, atSeconds, personId])).toEqual([
      ["joined", 0, interviewee],
      ["phase", 0, undefined],
      ["joined", 1, interviewer],
      ["chat", 4, interviewer],
      ["code", 12, undefined],
      ["run", 12, interviewee],
      ["left", 12, expect.any(String)],
      ["left", 12, expect.any(String)],
    ]);
    expect(body.items[4]).toMatchObject({ editedBy: [interviewee], change: { text: "print(2/3)" } });
    expect(body.items[5]).toMatchObject({ language: "python", output: "0.67\ufffd\n", durationMs: 38 });
    expect(body.code).toEqual({ language: "javascript", text: "print(2/3)", atSeconds: 8 });
    expect(body.notes).toBeNull();
    expect((await recordOf(booked.interviewer)).body).toMatchObject({
      notes: { body: "Calm.", atSeconds: 12 },
      people: [{ isYou: false, firstName: "Cand" }, { isYou: true }],
    });
    await app.call("PUT", `/api/rooms/${roomId}/notes`, {
      token: booked.interviewer.token,
      body: { body: " \n" },
    });
    expect((await recordOf(booked.interviewer)).body.notes).toBeNull();
  });

  it("is hidden from other people, and available after the room closed, even if nobody came", async () => {
    expect((await recordOf(await app.signUp())).status).toBe(404);
    app.clock.set(addMinutes(new Date(booked.booking.endTime), 600));
    expect((await recordOf(booked.interviewee)).body).toMatchObject({ items: [], code: null, notes: null });
  });

  it("is part of a person's download and is erased with the account: their words at once, the code with the second account", async () => {
    await hold();
    await holdInterview(app, booked.booking);
    await completeDueBookings(app.deps);
    const text = await downloadOwnRows(app, booked.interviewee);
    expect(text).toContain('"text": "print(2/3)"');
    expect(text).toContain('"durationMs": 38');
    expect(text).toContain('"editedBy": [');
    expect(text).not.toContain("Calm.");
    expect(await downloadOwnRows(app, booked.interviewer)).toContain('"body": "Calm."');

    const leave = async ({ token, user }: SignedUpUser) => {
      await app.call("POST", "/api/user/account-deletion/start", { token });
      const otp = await app.codeMailedTo(user.email);
      const gone = await app.call("POST", "/api/user/account-deletion/confirm", { token, body: { otp } });
      expect(gone.status).toBe(200);
    };
    await leave(booked.interviewee);
    const { body } = await recordOf(booked.interviewer);
    expect(body.code.text).toBe("print(2/3)");
    expect(body.items.map(({ kind }: { kind: string }) => kind)).not.toContain("run");
    await leave(booked.interviewer);
    for (const table of [
      "roomCode",
      "roomCodeUpdates",
      "roomCodeRuns",
      "roomMessages",
      "roomNotes",
      "roomMarks",
      "roomCodeSnapshots",
      "bookingGoals",
    ] as const) {
      expect(
        await app.deps.database.selectFrom(table).selectAll().where("bookingId", "=", roomId).execute(),
      ).toEqual([]);
    }
  });
});

describe("a run", () => {
  it("reaches the other party once, even if it is sent again, and later pages too", async () => {
    const [interviewee, interviewer] = [await join(booked.interviewee), await join(booked.interviewer)];
    const told = { type: "run", id: randomUUID(), run };
    interviewee.send(told);
    interviewee.send(told);
    expect((await interviewer.next("run")).run).toMatchObject({
      senderId: booked.interviewee.user._id,
      durationMs: 38,
    });
    await interviewer.next("run");
    const kinds = (await recordOf(booked.interviewer)).body.items.map(({ kind }: never) => kind);
    expect(kinds.filter((kind: string) => kind === "run")).toHaveLength(1);
    const later = await join(booked.interviewer);
    later.send({ type: "code-sync", vector: "AA==" });
    expect((await later.next("code-sync")).lastRun).toMatchObject({ id: told.id });
    later.send(told);
    expect(await later.closed).toBe(roomCloseCodes.invalidMessage);
  });
});

describe("the figures of a run", () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
  const drawn = { ...run, figures: [{ png, alt: "Figure 1; Loss" }] };

  it("reach the other party, later pages and the record", async () => {
    const [interviewee, interviewer] = [await join(booked.interviewee), await join(booked.interviewer)];
    const id = randomUUID();
    interviewee.send({ type: "run", id, run: drawn });
    expect((await interviewer.next("run")).run.figures).toEqual(drawn.figures);
    const { items } = (await recordOf(booked.interviewer)).body;
    expect(items.find((item: { kind: string }) => item.kind === "run")?.figures).toEqual(drawn.figures);
  });

  it.each([
    ["no picture", [{ png: "PHN2Zz48L3N2Zz4=", alt: "" }]],
    ["too many", Array.from({ length: 4 }, () => ({ png, alt: "" }))],
    ["too large", [{ png: png.slice(0, 48) + "A".repeat(20_000), alt: "" }]],
  ])("are refused: %s", async (_, figures) => {
    const interviewee = await join(booked.interviewee);
    interviewee.send({ type: "run", id: randomUUID(), run: { ...run, figures } });
    expect(await interviewee.closed).toBe(roomCloseCodes.invalidMessage);
  });

  it("are kept for the newest runs of each person only", async () => {
    const [interviewee, interviewer] = [await join(booked.interviewee), await join(booked.interviewer)];
    interviewer.send({ type: "run", id: randomUUID(), run: drawn });
    await interviewer.next("run");
    for (let sent = 0; sent < 22; sent += 1) {
      interviewee.send({ type: "run", id: randomUUID(), run: drawn });
      await interviewer.next("run");
    }
    const { items } = (await recordOf(booked.interviewer)).body;
    const runs = items.filter((item: { kind: string }) => item.kind === "run");
    expect(runs).toHaveLength(23);
    const withFigures = runs.filter((item: { figures?: unknown }) => item.figures !== undefined);
    const drawnBy = ({ user }: SignedUpUser) =>
      withFigures.filter(({ personId }: { personId: string }) => personId === user._id);
    expect(drawnBy(booked.interviewee)).toHaveLength(20);
    expect(drawnBy(booked.interviewer)).toHaveLength(1);
  });
});

describe("tickets", () => {
  it("are limited in number", async () => {
    const limited = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "0.03" } });
    try {
      const { booking, interviewee } = await createBookedInterview(limited);
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

import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { roomCloseCodes } from "@greenroom/contract/room/room.ts";
import { describe, expect, it } from "vitest";
import { holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { deleteOwnAccount, downloadOwnRows, type SignedUpUser } from "../../testing/app.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import { app, booked, join, openPadClient, roomId, useOpenRoom } from "../../testing/rooms.ts";
import { purgeOldRecords } from "../jobs.ts";
import { phaseItems, presenceItems, shortAbsences } from "./room-record.ts";

useOpenRoom();

const recordOf = ({ token }: SignedUpUser) => app.call("GET", `/api/rooms/${roomId}/record`, { token });

const run = { language: "python", outcome: "finished", output: "0.67\0\n", durationMs: 38 };

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

  it("is available after the room closed, even if nobody came", async () => {
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

    await deleteOwnAccount(app, booked.interviewee);
    const { body } = await recordOf(booked.interviewer);
    expect(body.code.text).toBe("print(2/3)");
    expect(body.items.map(({ kind }: { kind: string }) => kind)).not.toContain("run");
    await deleteOwnAccount(app, booked.interviewer);
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

it("a run reaches the other party once, even if it is sent again, and later pages too", async () => {
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
});

const start = new Date("2026-11-20T10:00:00.000Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const visit = (userId: string, from: number, to: number, hasLeft = true) => ({
  id: `${userId}-${from}`,
  userId,
  enteredAt: at(from),
  lastSeenAt: at(to),
  leftAt: hasLeft ? at(to) : null,
});
const told = (visits: ReturnType<typeof visit>[], presentSince = at(10_000)) =>
  presenceItems(visits, presentSince).map(({ kind, personId, at }) => [
    kind,
    personId,
    (at.getTime() - start.getTime()) / 1000,
  ]);

describe("who came and left", () => {
  it("omits absences of less than a minute", () => {
    expect(told([visit("ann", 0, 100), visit("ann", 159, 300), visit("ann", 360, 400)])).toEqual([
      ["joined", "ann", 0],
      ["left", "ann", 300],
      ["joined", "ann", 360],
      ["left", "ann", 400],
    ]);
  });

  it("tells the absences that it omits, of each person for themselves", () => {
    const absences = (visits: ReturnType<typeof visit>[]) =>
      shortAbsences(visits).map(({ from, to }) =>
        [from, to].map((instant) => (instant.getTime() - start.getTime()) / 1000),
      );
    expect(absences([visit("ann", 0, 100), visit("ann", 140, 300), visit("ann", 360, 400)])).toEqual([
      [100, 140],
    ]);
    expect(absences([visit("ann", 0, 100), visit("bob", 120, 200)])).toEqual([]);
    // A second tab was open all the time.
    expect(absences([visit("ann", 0, 100), visit("ann", 20, 300), visit("ann", 140, 280)])).toEqual([]);
  });

  it("turns sixty reconnects of a bad network into two lines", () => {
    const visits = Array.from({ length: 60 }, (_, index) => visit("ann", index * 40, index * 40 + 20));
    expect(told(visits)).toEqual([
      ["joined", "ann", 0],
      ["left", "ann", 59 * 40 + 20],
    ]);
  });

  it("does not list someone who is still there as having left", () => {
    expect(told([visit("ann", 0, 100, false)], at(90))).toEqual([["joined", "ann", 0]]);
    expect(told([visit("ann", 0, 100, false)], at(101))).toHaveLength(2);
  });

  it("keeps an item's id when more items are added", () => {
    const [first] = presenceItems([visit("ann", 0, 100)], at(10_000));
    const later = presenceItems(
      [visit("ann", 0, 100), visit("bob", 5, 50), visit("ann", 400, 500)],
      at(10_000),
    );
    expect(later.find(({ at, personId }) => personId === "ann" && at.getTime() === start.getTime())).toEqual(
      first,
    );
    expect(new Set(later.map(({ id }) => id)).size).toBe(later.length);
  });
});

describe("the phases of an interview", () => {
  const phases = (nowMinutes: number, completedMinutes: number | null = null) =>
    phaseItems(
      {
        id: "b",
        startsAt: start,
        endsAt: at(45 * 60),
        completedAt: completedMinutes === null ? null : at(completedMinutes * 60),
      },
      at(nowMinutes * 60),
    )
      .map(({ phase, at }) => `${phase} ${(at.getTime() - start.getTime()) / 60_000}`)
      .join();

  it.each([
    [-1, null, ""],
    [0, null, "interview 0"],
    [31, null, "interview 0,feedback 30"],
    [50, null, "interview 0,feedback 30,ended 45"],
    // Completed by the job, a minute after the end.
    [50, 46, "interview 0,feedback 30,ended 45"],
    [50, 35, "interview 0,feedback 30,ended 35"],
    [50, 12, "interview 0,ended 12"],
  ])("%i minutes in, completed after %s minutes: %s", (now, completed, expected) => {
    expect(phases(now, completed)).toBe(expected);
  });
});

const mark = (person: SignedUpUser, body: object) =>
  app.call("POST", `/api/rooms/${roomId}/marks`, { token: person.token, body });
const marksOf = async (person: SignedUpUser) =>
  (await recordOf(person)).body.items.filter(({ kind }: { kind: string }) => kind === "mark");
const into = (minutes: number) => app.clock.set(addMinutes(new Date(booked.booking.startTime), minutes));

describe("marks", () => {
  it("cannot be made before the room opens", async () => {
    into(-11);
    expect((await mark(booked.interviewer, { id: randomUUID(), label: "good" })).status).toBe(409);
  });

  it("belong to the interviewer, refer to the right moment, and are stored once", async () => {
    into(12);
    const good = { id: randomUUID(), label: "good", note: "Asked for the metric first", secondsAgo: 20 };
    const { status, body } = await mark(booked.interviewer, good);
    expect([status, body.atSeconds]).toEqual([201, 12 * 60 - 20]);
    into(13);
    expect((await mark(booked.interviewer, good)).body).toEqual(body);
    for (const other of [{ label: "come_back" }, { note: "Another note" }]) {
      const refused = await mark(booked.interviewer, { ...good, ...other });
      const msg = "This mark is already saved with another label or note.";
      expect([refused.status, refused.body.msg]).toEqual([409, msg]);
    }
    expect((await mark(booked.interviewer, { id: randomUUID(), label: "come_back" })).status).toBe(201);
    expect(await marksOf(booked.interviewer)).toMatchObject([
      { id: good.id, atSeconds: 700, label: "good", note: "Asked for the metric first" },
      { atSeconds: 780, label: "come_back", note: "" },
    ]);
  });

  it.each([
    [{ id: randomUUID(), label: "bad" }, "label"],
    [{ id: randomUUID(), label: "good", note: "x".repeat(201) }, "note"],
    [{ id: randomUUID(), label: "good", secondsAgo: 3_600 }, "secondsAgo"],
  ])("refuse invalid input: %j", async (body, path) => {
    const answer = await mark(booked.interviewer, body);
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, path]);
  });

  it("are shown to the interviewee after the interview, and not during it", async () => {
    into(20);
    for (const label of ["good", "come_back"])
      expect((await mark(booked.interviewer, { id: randomUUID(), label })).status).toBe(201);
    expect(await marksOf(booked.interviewee)).toEqual([]);
    into(46);
    expect(await marksOf(booked.interviewee)).toEqual(await marksOf(booked.interviewer));
    expect(await marksOf(booked.interviewee)).toHaveLength(2);
  });

  it("have a limit for each interview", async () => {
    into(21);
    const made = Array.from({ length: 199 }, () => ({
      id: randomUUID(),
      bookingId: roomId,
      authorId: booked.interviewer.user._id,
      label: "good" as const,
      markedAt: app.clock.now(),
    }));
    await app.deps.database.insertInto("roomMarks").values(made).execute();
    const last = { id: randomUUID(), label: "good" };
    const racers = [last, { ...last, id: randomUUID() }, { ...last, id: randomUUID() }];
    const send = racers.map((racer) => () => mark(booked.interviewer, racer));
    const answers = await callAtOnce(app, "room_marks", send);
    // One place is left.
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const kept = racers[answers.findIndex(({ status }) => status === 201)];
    const tooMany = await mark(booked.interviewer, { id: randomUUID(), label: "good" });
    expect([tooMany.status, tooMany.body.msg]).toEqual([409, "An interview has at most 200 marks."]);
    // A repeated request for the last mark still succeeds.
    expect((await mark(booked.interviewer, kept ?? last)).status).toBe(201);
  });
});

describe("a long record", () => {
  it("with 5,000 messages is complete and in order, each message with its own id", async () => {
    const startsAt = new Date(booked.booking.startTime);
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      id: randomUUID(),
      bookingId: roomId,
      senderId: booked.interviewee.user._id,
      body: `line ${index}`,
      sentAt: new Date(startsAt.getTime() + index * 400),
    }));
    for (let from = 0; from < rows.length; from += 1_000) {
      await app.deps.database
        .insertInto("roomMessages")
        .values(rows.slice(from, from + 1_000))
        .execute();
    }
    into(46);
    const { items } = (await recordOf(booked.interviewee)).body;
    const chat = items.filter(({ kind }: { kind: string }) => kind === "chat");
    expect(chat.map(({ id }: { id: string }) => id)).toEqual(rows.map(({ id }) => id));
    expect(items.map(({ at }: { at: string }) => at)).toEqual(
      [...items.map(({ at }: { at: string }) => at)].sort(),
    );
  });

  it("is deleted after the configured number of days, and not earlier", async () => {
    const days = (count: number) =>
      app.clock.set(addMinutes(new Date(booked.booking.endTime), count * 24 * 60 + 1));
    const { database } = app.deps;
    const rowsLeft = async () => [
      ...(await database.selectFrom("roomMessages").select("id").where("bookingId", "=", roomId).execute()),
      ...(await database.selectFrom("roomMarks").select("id").where("bookingId", "=", roomId).execute()),
    ];
    const message = {
      id: randomUUID(),
      bookingId: roomId,
      senderId: booked.interviewee.user._id,
      body: "Hello",
    };
    const sentAt = new Date(booked.booking.startTime);
    await database
      .insertInto("roomMessages")
      .values({ ...message, sentAt })
      .execute();
    into(12);
    await mark(booked.interviewer, { id: randomUUID(), label: "good" });
    days(364);
    expect(await purgeOldRecords(app.deps)).toBe(0);
    expect(await rowsLeft()).toHaveLength(2);
    days(365);
    expect(await purgeOldRecords(app.deps)).toBeGreaterThanOrEqual(2);
    expect(await rowsLeft()).toEqual([]);
  });
});

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { applyCodeChange, type CodeChange, rebuildCode } from "@greenroom/contract/room/code-pad.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { recordInterview } from "../../schedule/bookings/bookings.testing.ts";
import { startSecondServer } from "../../testing/app.ts";
import { app, booked, joinPad, roomId, useOpenRoom } from "../../testing/rooms.ts";
import { changeBetween, storableText, takeSnapshot } from "./code-history.ts";

describe("code history", () => {
  useOpenRoom();

  const run = { language: "python", outcome: "finished", output: "1\n", durationMs: 3 };

  interface Version {
    id: string;
    at: string;
    atSeconds: number;
    language: string;
    editedBy: string[];
    text: string;
  }

  /** The versions of the interview's code, as the record returns them. */
  async function versions(person = booked.interviewee): Promise<Version[]> {
    const { body } = await app.get(person, `/api/rooms/${roomId}/record`);
    const items = body.items.filter(({ kind }: { kind: string }) => kind === "code");
    const changes = items.map(({ change }: never) => change);
    return items.map((item: Version, index: number) => ({ ...item, text: rebuildCode(changes, index) }));
  }
  const texts = async () => (await versions()).map(({ text }) => text);

  describe("the history of the code", () => {
    it("contains the code of each run, and who edited it", async () => {
      const [interviewee, interviewer] = [
        await joinPad(booked.interviewee),
        await joinPad(booked.interviewer),
      ];
      interviewee.pad.type((text) => text.insert(0, "print(1)"));
      await interviewer.pad.receive();
      app.clock.advance({ seconds: 2 });
      interviewee.line.send({ type: "run", id: randomUUID(), run });
      await interviewer.line.next("run");
      await expect.poll(texts).toEqual(["print(1)"]);
      app.clock.advance({ seconds: 3 });
      interviewer.pad.type((text) => text.insert(8, " # ok"));
      await interviewee.pad.receive();
      interviewee.line.send({ type: "run", id: randomUUID(), run });
      await expect.poll(texts).toEqual(["print(1)", "print(1) # ok"]);
      expect(await versions()).toMatchObject([
        { atSeconds: 2, editedBy: [booked.interviewee.user._id], language: "python" },
        { atSeconds: 5, editedBy: [booked.interviewer.user._id] },
      ]);
      // A run of unchanged code adds nothing.
      interviewee.line.send({ type: "run", id: randomUUID(), run });
      await interviewer.line.next("run");
      expect(await texts()).toHaveLength(2);
    });

    it("of a quarter of an hour of typing is bounded, and correct at each stored moment", async () => {
      const [interviewee, interviewer] = [
        await joinPad(booked.interviewee),
        await joinPad(booked.interviewer),
      ];
      const said = new Map<string, string>();
      for (let edit = 0; edit < 120; edit += 1) {
        const [typing, hearing] = edit % 7 === 0 ? [interviewer, interviewee] : [interviewee, interviewer];
        typing.pad.type((text) => {
          const at = (edit * 7919) % (text.length + 1);
          text.insert(at, edit % 5 === 0 ? `# 😀 line ${edit}\n` : "abc");
          if (edit % 11 === 0) text.delete(0, Math.min(text.length, 9));
        });
        said.set(app.clock.now().toISOString(), await hearing.pad.receive());
        app.clock.advance({ seconds: 8 });
        // A socket accepts forty messages a second.
        await sleep(25);
      }
      await expect.poll(async () => (await versions()).length).toBeGreaterThanOrEqual(40);
      const kept = await versions();
      // At most one in ten seconds.
      expect(kept.length).toBeLessThanOrEqual(97);
      for (const { at, text } of kept) expect(text).toBe(said.get(at));
      const { rows } = await sql<{ bytes: number }>`
      select max(total_bytes) as bytes from room_code_snapshots`.execute(app.deps.database);
      expect(rows[0]?.bytes).toBeLessThan(200_000);
    }, 60_000);

    it("contains the last edits when the interview is ended early, and when everybody leaves", async () => {
      const interviewee = await joinPad(booked.interviewee);
      interviewee.pad.type((text) => text.insert(0, "half"));
      interviewee.line.send({ type: "ping" });
      await interviewee.line.next("pong");
      await expect
        .poll(async () => (await app.read(booked.interviewee, `/api/rooms/${roomId}/record`)).code?.text)
        .toBe("half");
      expect(await texts()).toEqual([]);
      app.clock.advance({ seconds: 5 });
      await recordInterview(app, roomId);
      const ended = await app.post(booked.interviewer, `/api/interviewer/bookings/${roomId}/complete`);
      expect(ended.status).toBe(200);
      await expect.poll(texts).toEqual(["half"]);
      interviewee.pad.type((text) => text.insert(4, " whole"));
      interviewee.line.send({ type: "code-language", language: "sql" });
      await interviewee.line.next("code-language");
      interviewee.line.socket.close(1000);
      await expect.poll(texts).toEqual(["half", "half whole"]);
      expect((await versions()).at(-1)?.language).toBe("sql");
    });

    it("contains an edit ten seconds after the first letter, without any other event", async () => {
      const interviewee = await joinPad(booked.interviewee);
      interviewee.pad.type((text) => text.insert(0, "thinking"));
      await expect.poll(texts, { interval: 500 }).toEqual(["thinking"]);
    });

    it("has no duplicates with two servers", async () => {
      const second = await startSecondServer(app);
      try {
        const [interviewee, interviewer] = [
          await joinPad(booked.interviewee),
          await joinPad(booked.interviewer, second),
        ];
        for (let round = 0; round < 12; round += 1) {
          interviewee.pad.type((text) => text.insert(0, `g${round} `));
          interviewer.pad.type((text) => text.insert(text.length, `h${round} `));
          await Promise.all([interviewee.pad.receive(), interviewer.pad.receive()]);
          app.clock.advance({ seconds: 5 });
        }
        interviewee.line.send({ type: "run", id: randomUUID(), run });
        interviewer.line.send({ type: "run", id: randomUUID(), run });
        await expect.poll(async () => (await texts()).at(-1)).toBe(interviewee.pad.text.toString());
        const kept = await versions();
        expect(kept.length).toBeGreaterThan(3);
        expect(new Set(kept.map(({ text }) => text)).size).toBe(kept.length);
        expect(kept.length).toBeLessThanOrEqual(9);
      } finally {
        await second.close();
      }
    });

    const keepForRun = (text: string, seconds: number) =>
      takeSnapshot(app.deps, {
        bookingId: roomId,
        text,
        at: new Date(app.clock.now().getTime() + seconds * 1000),
        editors: new Map(),
        reason: "run",
      });

    it("contains the newest of the runs that follow each other within three seconds", async () => {
      for (const [second, text] of ["a", "ab", "abc", "abcd", "abcde"].entries()) {
        expect(await keepForRun(text, second)).toBe("taken");
      }
      expect(await texts()).toEqual(["abc", "abcde"]);
      // Back to the text before the newest one.
      expect(await keepForRun("abc", 5)).toBe("taken");
      expect(await texts()).toEqual(["abc"]);
    });

    it("keeps room for the rest of the interview, however often one party runs changed code", async () => {
      for (let second = 0; second < 2_400; second += 3) await keepForRun(`# ${second}`, second);
      expect((await texts()).length).toBeLessThan(500);
      expect(await keepForRun("later", 2_410)).toBe("taken");
      expect(await keepForRun("much later", 2_430)).toBe("taken");
      expect((await texts()).slice(-2)).toEqual(["later", "much later"]);
    }, 60_000);

    it("keeps room for the rest of the interview, however long the replaced texts are", async () => {
      for (let round = 0; round < 40; round += 1) {
        expect(await keepForRun(String.fromCharCode(0x4e00 + round).repeat(200_000), round * 10)).toBe(
          "taken",
        );
      }
      expect(await keepForRun("later", 410)).toBe("taken");
      expect((await texts()).at(-1)).toBe("later");
      const { rows } = await sql<{ bytes: number }>`
      select sum(octet_length(content)) as bytes from room_code_snapshots`.execute(app.deps.database);
      expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(2_000_000);
    }, 60_000);

    it("of a booking that moved starts again", async () => {
      const interviewee = await joinPad(booked.interviewee);
      interviewee.pad.type((text) => text.insert(0, "before the move"));
      interviewee.line.send({ type: "run", id: randomUUID(), run });
      await expect.poll(texts).toEqual(["before the move"]);
      await sql`update room_code_snapshots set taken_at = ${addMinutes(app.clock.now(), -600)}`.execute(
        app.deps.database,
      );
      interviewee.pad.type((text) => text.insert(0, "# new: "));
      interviewee.line.send({ type: "run", id: randomUUID(), run });
      await expect.poll(texts).toEqual(["# new: before the move"]);
    });
  });
});

/**
 * Few different letters, so that texts share prefixes and suffixes; with emoji, whose halves must stay together.
 */
const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "😀", "😁", "🏳️‍🌈"), maxLength: 40 });
const hasHalfPair = (value: string) => /\p{Surrogate}/u.test(value);

describe("the change between two texts", () => {
  it("turns one text into the other, and never splits a character", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBetween(before, after);
        expect(applyCodeChange(before, change)).toBe(after);
        expect(hasHalfPair(change.insert)).toBe(false);
      }),
    );
  });

  it("is small for a small edit of a long text", () => {
    const before = `${"x = 1\n".repeat(20_000)}end`;
    const after = `${before.slice(0, 60_000)}!${before.slice(60_000)}`;
    expect(changeBetween(before, after)).toEqual({ from: 60_000, deleteCount: 0, insert: "!" });
  });

  it("rebuilds any moment of a history, with and without whole texts in between", () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (texts, every) => {
          const changes: CodeChange[] = texts.map((after, index) =>
            index % every === 0 ? { text: after } : changeBetween(texts[index - 1] ?? "", after),
          );
          expect(texts.map((_, index) => rebuildCode(changes, index))).toEqual(texts);
        },
      ),
    );
  });
});

it("replaces characters that a database refuses, without moving offsets", () => {
  expect(storableText("a\0b\ud83d c😀")).toBe("a\ufffdb\ufffd c😀");
});

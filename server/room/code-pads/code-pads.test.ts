import { randomUUID } from "node:crypto";
import { maxPadCharacters } from "@greenroom/contract/room/code-pad.ts";
import { roomCloseCodes } from "@greenroom/contract/room/room.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { type SecondServer, type SignedUpUser, startSecondServer } from "../../testing/app.ts";
import {
  app,
  booked,
  join,
  joinPad,
  openPadClient,
  type PadPage,
  type RoomClient,
  roomId,
  toBase64,
  useOpenRoom,
} from "../../testing/rooms.ts";

describe("code pads", () => {
  useOpenRoom();

  const both = async () => [await joinPad(booked.interviewee), await joinPad(booked.interviewer)] as const;
  const compacted = async () =>
    (await app.deps.database.selectFrom("roomCode").select("state").where("bookingId", "=", roomId).execute())
      .length;

  describe("the code pad", () => {
    it("has the same text for both parties, whoever types, also at the same time", async () => {
      const [interviewee, interviewer] = await both();
      interviewee.pad.type((text) => text.insert(0, "def f():\n"));
      expect(await interviewer.pad.receive()).toBe("def f():\n");
      interviewee.pad.type((text) => text.insert(9, "  return 1"));
      interviewer.pad.type((text) => text.insert(0, "# ours\n"));
      await Promise.all([interviewee.pad.receive(), interviewer.pad.receive()]);
      expect(interviewee.pad.text.toString()).toBe("# ours\ndef f():\n  return 1");
      expect(interviewer.pad.text.toString()).toBe(interviewee.pad.text.toString());
    });

    it("is restored on return, including text typed while disconnected", async () => {
      const [interviewee, interviewer] = await both();
      interviewer.pad.type((text) => text.insert(0, "a"));
      await interviewee.pad.receive();
      interviewee.line.socket.terminate();
      interviewee.pad.text.insert(1, "b");
      const back = await joinPad(booked.interviewee);
      expect(back.pad.text.toString()).toBe("a");
      Y.applyUpdate(back.pad.doc, Y.encodeStateAsUpdate(interviewee.pad.doc));
      await back.pad.sync();
      expect(await interviewer.pad.receive()).toBe("ab");
    });

    it("survives when everybody leaves, also after its updates were merged", async () => {
      const [interviewee, interviewer] = await both();
      for (let count = 0; count < 100; count += 1) interviewee.pad.type((text) => text.insert(0, "x"));
      for (let count = 0; count < 100; count += 1) interviewer.pad.type((text) => text.insert(0, "y"));
      await expect.poll(compacted).toBe(1);
      interviewee.pad.type((text) => text.delete(0, 1));
      for (const { line } of [interviewee, interviewer]) line.socket.close(1000);
      await Promise.all([interviewee.line.closed, interviewer.line.closed]);
      const { pad } = await joinPad(booked.interviewer);
      expect([...pad.text.toString()].sort().join("")).toBe("x".repeat(99) + "y".repeat(100));
    });

    it("tells both parties its language and stores it", async () => {
      const [interviewee, interviewer] = await both();
      interviewer.line.send({ type: "code-language", language: "sql" });
      const message = await interviewee.line.next("code-language");
      expect(message).toMatchObject({ language: "sql", senderId: booked.interviewer.user._id });
      expect(await interviewee.pad.sync()).toEqual({ language: "sql" });
    });

    it("accepts a long paste in pieces, and refuses one that is too long without harming anyone", async () => {
      const [interviewee, interviewer] = await both();
      interviewee.pad.type((text) => text.insert(0, "é".repeat(150_000)));
      expect(await interviewer.pad.receive()).toHaveLength(150_000);
      interviewee.pad.type((text) => text.insert(0, "x".repeat(maxPadCharacters - 150_000 + 1)));
      await interviewee.line.next("code-refused");
      const fresh = openPadClient(interviewee.line);
      await fresh.sync();
      expect(fresh.text.toString()).toHaveLength(150_000);
      fresh.type((text) => text.insert(0, "#"));
      expect(await interviewer.pad.receive()).toHaveLength(150_001);
    });

    it("closes the socket that sends five million characters, and no other", async () => {
      const [interviewee, interviewer] = await both();
      interviewee.pad.type((text) => text.insert(0, "x".repeat(5_000_000)));
      expect(await interviewee.line.closed).toBe(roomCloseCodes.invalidMessage);
      interviewer.pad.type((text) => text.insert(0, "still here"));
      const back = await joinPad(booked.interviewee);
      expect(back.pad.text.toString()).toBe("still here");
    });

    /** Updates that our editor never sends. */
    const forged: [string, (doc: Y.Doc) => void][] = [
      ["an embedded object", (doc) => doc.getText("code").insertEmbed(0, { image: "x" })],
      ["another root", (doc) => doc.getText("elsewhere").insert(0, "x")],
      ["a map", (doc) => doc.getMap("code").set("x", "y")],
      ["a format", (doc) => doc.getText("code").insert(0, "x", { bold: true })],
      ["a carriage return", (doc) => doc.getText("code").insert(0, "a\r\nb")],
    ];
    const bytes: [string, () => unknown][] = [
      ["no update", () => ({ type: "code", update: toBase64(Buffer.alloc(64, 255)), more: false })],
      ["no base64", () => ({ type: "code", update: "@@@@", more: false })],
      ["an unknown field", () => ({ type: "code", update: "AAA=", more: false, by: "x" })],
      ["no state", () => ({ type: "code-sync", vector: toBase64(Buffer.alloc(64, 255)) })],
      ["an unknown language", () => ({ type: "code-language", language: "cobol" })],
      ...forged.map(([name, change]): [string, () => unknown] => [
        name,
        () => {
          const doc = new Y.Doc();
          change(doc);
          return { type: "code", update: toBase64(Y.encodeStateAsUpdate(doc)), more: false };
        },
      ]),
      [
        "what builds on what nobody has",
        () => {
          const doc = new Y.Doc();
          doc.getText("code").insert(0, "lost");
          const before = Y.encodeStateVector(doc);
          doc.getText("code").insert(4, "!");
          return { type: "code", update: toBase64(Y.encodeStateAsUpdate(doc, before)), more: false };
        },
      ],
    ];
    it.each(bytes)("closes the socket of %s, and no other", async (_name, message) => {
      const [interviewee, interviewer] = await both();
      interviewee.line.send(message());
      expect(await interviewee.line.closed).toBe(roomCloseCodes.invalidMessage);
      interviewer.pad.type((text) => text.insert(0, "fine"));
      const back = await joinPad(booked.interviewee);
      expect(back.pad.text.toString()).toBe("fine");
    });

    it("accepts no edits before the page has synchronized", async () => {
      const line = await join(booked.interviewee);
      openPadClient(line).type((text) => text.insert(0, "x"));
      expect(await line.closed).toBe(roomCloseCodes.invalidMessage);
    });
  });

  describe("a read-only pad", () => {
    const setReadOnly = (page: PadPage, isReadOnly: boolean) =>
      page.line.send({ type: "code-read-only", isReadOnly });

    it("can be changed by the interviewer only, also after everybody has come back", async () => {
      const [interviewee, interviewer] = await both();
      interviewee.pad.type((text) => text.insert(0, "theirs"));
      await interviewer.pad.receive();
      setReadOnly(interviewer, true);
      expect(await interviewee.line.next("code-read-only")).toMatchObject({ isReadOnly: true });
      interviewee.pad.type((text) => text.insert(0, "not "));
      expect(await interviewee.line.next("code-refused")).toMatchObject({ reason: "read-only" });
      interviewee.line.send({ type: "code-language", language: "sql" });
      expect(await interviewee.line.next("code-language")).toMatchObject({ language: "python" });
      interviewer.pad.type((text) => text.insert(0, "# look\n"));
      const back = await joinPad(booked.interviewee);
      expect(back.pad.text.toString()).toBe("# look\ntheirs");
      back.pad.type((text) => text.insert(0, "not "));
      expect(await back.line.next("code-refused")).toMatchObject({ reason: "read-only" });
      setReadOnly(interviewer, false);
      await back.line.next("code-read-only");
      const writable = openPadClient(back.line);
      await writable.sync();
      writable.type((text) => text.insert(0, "now "));
      expect(await interviewer.pad.receive()).toBe("now # look\ntheirs");
    });

    it("accepts a page that synchronizes without changes", async () => {
      const [interviewee, interviewer] = await both();
      interviewee.pad.type((text) => text.insert(0, "abc"));
      interviewee.pad.type((text) => text.delete(0, 1));
      await interviewer.pad.receive();
      await interviewer.pad.receive();
      setReadOnly(interviewer, true);
      await interviewee.line.next("code-read-only");
      await interviewee.pad.sync();
      interviewer.pad.type((text) => text.insert(0, "x"));
      expect(await interviewee.pad.receive()).toBe("xbc");
    });

    it("cannot be made by the interviewee", async () => {
      const [interviewee] = await both();
      setReadOnly(interviewee, true);
      expect(await interviewee.line.closed).toBe(roomCloseCodes.invalidMessage);
    });
  });

  describe("cursors", () => {
    const at = { type: null, tname: "code", item: null, assoc: 0 };
    const cursor = (client: number) => ({ type: "cursor", client, cursor: { anchor: at, head: at } });

    it("are shown to the other party under their owner's name, and disappear with their page", async () => {
      const [interviewee, interviewer] = await both();
      interviewee.line.send(cursor(7));
      const shown = await interviewer.line.next("cursor");
      expect(shown).toMatchObject({ senderId: booked.interviewee.user._id, client: 7, cursor: { head: at } });
      interviewee.line.socket.close(1000);
      expect(await interviewer.line.next("cursor")).toMatchObject({ client: 7, cursor: null });
    });

    it("are not shown any more when their page left while its last run was being stored", async () => {
      const [interviewee, interviewer] = await both();
      const id = randomUUID();
      const run = { language: "python", outcome: "finished", output: "2\n", durationMs: 3 };
      interviewee.line.send({ type: "run", id, run });
      interviewee.line.send(cursor(7));
      interviewee.line.socket.close(1001);
      await interviewer.line.next("run", (shown) => shown.run.id === id);
      const back = await joinPad(booked.interviewee);
      back.line.send(cursor(9));
      expect(await interviewer.line.next("cursor")).toMatchObject({ client: 9 });
    });

    it("of a second document in one page close its socket", async () => {
      const [interviewee] = await both();
      interviewee.line.send(cursor(7));
      interviewee.line.send(cursor(8));
      expect(await interviewee.line.closed).toBe(roomCloseCodes.invalidMessage);
    });

    it("of a page whose change was refused is its next one, when it opens the pad anew over the same socket", async () => {
      const [interviewee, interviewer] = await both();
      interviewee.line.send(cursor(7));
      await interviewer.line.next("cursor");
      interviewer.line.send({ type: "code-read-only", isReadOnly: true });
      await interviewee.line.next("code-read-only");
      interviewee.pad.type((text) => text.insert(0, "one"));
      // Typed before the page knows of the refusal.
      interviewee.pad.type((text) => text.insert(3, " two"));
      await interviewee.line.next("code-refused");
      await openPadClient(interviewee.line).sync();
      interviewee.line.send(cursor(8));
      expect(await interviewer.line.next("cursor")).toMatchObject({ client: 7, cursor: null });
      expect(await interviewer.line.next("cursor")).toMatchObject({ client: 8, cursor: { head: at } });
      interviewee.line.send({ type: "ping" });
      await interviewee.line.next("pong");
    });
  });

  describe("a pad on two servers", () => {
    let second: SecondServer;
    beforeEach(async () => {
      second = await startSecondServer(app);
    });
    afterEach(() => second.close());

    it("is a single pad: edits, long pastes, cursors and language reach the other server", async () => {
      const [interviewee, interviewer] = [
        await joinPad(booked.interviewee),
        await joinPad(booked.interviewer, second),
      ];
      interviewee.pad.type((text) => text.insert(0, "from one"));
      expect(await interviewer.pad.receive()).toBe("from one");
      interviewer.pad.type((text) => text.insert(0, `${"long ".repeat(10_000)}\n`));
      expect(await interviewee.pad.receive()).toHaveLength(50_009);
      interviewer.pad.type((text) => text.delete(0, 50_001));
      expect(await interviewee.pad.receive()).toBe("from one");
      interviewer.line.send({ type: "cursor", client: interviewer.pad.doc.clientID, cursor: null });
      expect(await interviewee.line.next("cursor")).toMatchObject({ client: interviewer.pad.doc.clientID });
      interviewee.line.send({ type: "code-language", language: "text" });
      await interviewer.line.next("code-language");
    });

    it("survives the end of one server", async () => {
      const interviewer = await joinPad(booked.interviewer, second);
      interviewer.pad.type((text) => text.insert(0, "kept"));
      interviewer.line.send({ type: "ping" });
      await interviewer.line.next("pong");
      await second.close();
      await interviewer.line.closed;
      const back = await joinPad(booked.interviewer);
      Y.applyUpdate(back.pad.doc, Y.encodeStateAsUpdate(interviewer.pad.doc));
      await back.pad.sync();
      expect((await joinPad(booked.interviewee)).pad.text.toString()).toBe("kept");
    });
  });
});

describe("running", () => {
  useOpenRoom();

  async function readRuns(line: RoomClient): Promise<void> {
    line.send({ type: "running", running: null });
    // Answered in the order of arrival; a ping would be answered at once.
    line.send({ type: "code-sync", vector: "AAAA" });
    await line.next("code-sync");
  }
  /** Joins with a page that says, and so is told, which runs are in progress. */
  async function joinAsReader(person: SignedUpUser, at: { url: string } = app): Promise<RoomClient> {
    const line = await join(person, at);
    await readRuns(line);
    return line;
  }
  const joinBoth = async () =>
    [await join(booked.interviewee), await joinAsReader(booked.interviewer)] as const;
  const starting = (language: string) => ({ type: "running", running: { language, phase: "starting" } });

  describe("a run in progress", () => {
    it("is told to the other page, until it ends", async () => {
      const language = "python";
      const [interviewee, interviewer] = await joinBoth();
      const senderId = booked.interviewee.user._id;
      interviewee.send(starting(language));
      expect(await interviewer.next("running")).toMatchObject({
        senderId,
        running: { language, phase: "starting" },
      });
      interviewee.send({ type: "running", running: { language, phase: "running" } });
      expect(await interviewer.next("running")).toMatchObject({ senderId, running: { phase: "running" } });
      interviewee.send({ type: "running", running: null });
      expect(await interviewer.next("running")).toMatchObject({ senderId, running: null });
    });

    it.each(["closes", "loses its connection"])("is over when its page %s", async (how) => {
      const [interviewee, interviewer] = await joinBoth();
      interviewee.send(starting("python"));
      await interviewer.next("running");
      if (how === "closes") interviewee.socket.close(1000);
      else interviewee.socket.terminate();
      expect(await interviewer.next("running")).toMatchObject({ running: null });
    });

    it("reaches a page on another server", async () => {
      const second = await startSecondServer(app);
      const [interviewee, interviewer] = [
        await join(booked.interviewee),
        await joinAsReader(booked.interviewer, second),
      ];
      interviewee.send(starting("python"));
      expect(await interviewer.next("running")).toMatchObject({ running: { language: "python" } });
      await second.close();
    });

    it.each([
      ["an unknown language", { language: "cobol", phase: "running" }],
      ["an unknown phase", { language: "sql", phase: "done" }],
      ["an unknown field", { language: "sql", phase: "running", text: "x" }],
    ])("with %s closes its own socket only", async (_name, running) => {
      const [interviewee, interviewer] = await joinBoth();
      interviewee.send({ type: "running", running });
      expect(await interviewee.closed).toBe(roomCloseCodes.invalidMessage);
      interviewer.send({ type: "ping" });
      await interviewer.next("pong");
    });
  });
});

describe("runs", () => {
  useOpenRoom();

  const run = { language: "python" as const, outcome: "finished" as const, output: "1\n", durationMs: 3 };

  /** Stores runs in this order, as if they had been sent. */
  async function store(runs: { by: string; figures?: object[] }[]): Promise<void> {
    const rows = runs.map(({ by, figures = [] }) => ({
      ...run,
      id: randomUUID(),
      bookingId: roomId,
      runnerId: by,
      figures: JSON.stringify(figures),
      ranAt: app.clock.now(),
    }));
    await app.deps.database.insertInto("roomCodeRuns").values(rows).execute();
  }

  /** Sends a run of the interviewee, and returns what the record has of each person afterwards. */
  async function runAsInterviewee(sent: object) {
    const { interviewee, interviewer } = booked;
    const line = await join(interviewee);
    line.send({ type: "run", id: randomUUID(), run: sent });
    await line.next("run");
    const { body } = await app.get(interviewer, `/api/rooms/${roomId}/record`);
    const runs = body.items.filter(({ kind }: { kind: string }) => kind === "run");
    return (person: SignedUpUser): { figures?: object[] }[] =>
      runs.filter(({ personId }: { personId: string }) => personId === person.user._id);
  }

  it("of one person do not displace the other's from the record", async () => {
    const { interviewee, interviewer } = booked;
    const mine = Array.from({ length: 200 }, () => ({ by: interviewee.user._id }));
    await store([{ by: interviewer.user._id }, ...mine]);
    const runsOf = await runAsInterviewee(run);
    expect(runsOf(interviewer)).toHaveLength(1);
    expect(runsOf(interviewee)).toHaveLength(100);
  });

  it("keep the figures of each person's newest ones", async () => {
    const { interviewee, interviewer } = booked;
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
    const figures = [{ png, alt: "Figure 1; Loss" }];
    const mine = Array.from({ length: 20 }, () => ({ by: interviewee.user._id, figures }));
    await store([{ by: interviewer.user._id, figures }, ...mine]);
    const runsOf = await runAsInterviewee({ ...run, figures });
    expect(runsOf(interviewer).map((kept) => kept.figures)).toEqual([figures]);
    expect(runsOf(interviewee).map((kept) => kept.figures)).toEqual([
      undefined,
      ...Array.from({ length: 20 }, () => figures),
    ]);
  });
});

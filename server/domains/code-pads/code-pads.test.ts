import { randomUUID } from "node:crypto";
import { maxPadCharacters } from "@greenroom/contract/rooms/code-pad.ts";
import { roomCloseCodes } from "@greenroom/contract/rooms/room-messages.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../../testing/app.ts";
import { openPadClient, type PadClient, toBase64 } from "../../testing/rooms/pad-client.ts";
import { connectRoomClient, getTicket, type RoomClient } from "../../testing/rooms/room-client.ts";
import { type SecondServer, startSecondServer } from "../../testing/servers/second-server.ts";
import { type BookedInterview, createBookedInterview } from "../bookings/bookings.testing.ts";

let app: TestApp;
let staged: BookedInterview;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(testNow);
  staged = await createBookedInterview(app);
  id = staged.booking._id;
  app.clock.set(new Date(staged.booking.startTime));
});

interface Page {
  line: RoomClient;
  pad: PadClient;
}

async function join(person: SignedUpUser, at: { url: string } = app): Promise<Page> {
  const line = await connectRoomClient(at, id, await getTicket(app, id, person.token));
  await line.next("welcome");
  const pad = openPadClient(line);
  await pad.sync();
  return { line, pad };
}
const both = async () => [await join(staged.interviewee), await join(staged.interviewer)] as const;
const compacted = async () =>
  (await app.deps.database.selectFrom("roomCode").select("state").execute()).length;

describe("the code pad", () => {
  it("has the same text for both parties, whoever types, also at the same time", async () => {
    const [guest, host] = await both();
    guest.pad.type((text) => text.insert(0, "def f():\n"));
    expect(await host.pad.receive()).toBe("def f():\n");
    guest.pad.type((text) => text.insert(9, "  return 1"));
    host.pad.type((text) => text.insert(0, "# ours\n"));
    await Promise.all([guest.pad.receive(), host.pad.receive()]);
    expect(guest.pad.text.toString()).toBe("# ours\ndef f():\n  return 1");
    expect(host.pad.text.toString()).toBe(guest.pad.text.toString());
  });

  it("is restored on return, including text typed while disconnected", async () => {
    const [guest, host] = await both();
    host.pad.type((text) => text.insert(0, "a"));
    await guest.pad.receive();
    guest.line.socket.terminate();
    guest.pad.text.insert(1, "b");
    const back = await join(staged.interviewee);
    expect(back.pad.text.toString()).toBe("a");
    Y.applyUpdate(back.pad.doc, Y.encodeStateAsUpdate(guest.pad.doc));
    await back.pad.sync();
    expect(await host.pad.receive()).toBe("ab");
  });

  it("survives when everybody leaves, also after its updates were merged", async () => {
    const [guest, host] = await both();
    for (let count = 0; count < 100; count += 1) guest.pad.type((text) => text.insert(0, "x"));
    for (let count = 0; count < 100; count += 1) host.pad.type((text) => text.insert(0, "y"));
    await expect.poll(compacted).toBe(1);
    guest.pad.type((text) => text.delete(0, 1));
    for (const { line } of [guest, host]) line.socket.close(1000);
    await Promise.all([guest.line.closed, host.line.closed]);
    const { pad } = await join(staged.interviewer);
    expect([...pad.text.toString()].sort().join("")).toBe("x".repeat(99) + "y".repeat(100));
  });

  it("tells both parties its language and stores it", async () => {
    const [guest, host] = await both();
    host.line.send({ type: "code-language", language: "sql" });
    const message = await guest.line.next("code-language");
    expect(message).toMatchObject({ language: "sql", senderId: staged.interviewer.user._id });
    expect(await guest.pad.sync()).toEqual({ language: "sql" });
  });

  it("accepts a long paste in pieces, and refuses one that is too long without harming anyone", async () => {
    const [guest, host] = await both();
    guest.pad.type((text) => text.insert(0, "é".repeat(150_000)));
    expect(await host.pad.receive()).toHaveLength(150_000);
    guest.pad.type((text) => text.insert(0, "x".repeat(maxPadCharacters - 150_000 + 1)));
    await guest.line.next("code-refused");
    const fresh = openPadClient(guest.line);
    await fresh.sync();
    expect(fresh.text.toString()).toHaveLength(150_000);
    fresh.type((text) => text.insert(0, "#"));
    expect(await host.pad.receive()).toHaveLength(150_001);
  });

  it("closes the socket that sends five million characters, and no other", async () => {
    const [guest, host] = await both();
    guest.pad.type((text) => text.insert(0, "x".repeat(5_000_000)));
    expect(await guest.line.closed).toBe(roomCloseCodes.invalidMessage);
    host.pad.type((text) => text.insert(0, "still here"));
    const back = await join(staged.interviewee);
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
    const [guest, host] = await both();
    guest.line.send(message());
    expect(await guest.line.closed).toBe(roomCloseCodes.invalidMessage);
    host.pad.type((text) => text.insert(0, "fine"));
    const back = await join(staged.interviewee);
    expect(back.pad.text.toString()).toBe("fine");
  });

  it("accepts no edits before the page has synchronized", async () => {
    const line = await connectRoomClient(app, id, await getTicket(app, id, staged.interviewee.token));
    await line.next("welcome");
    openPadClient(line).type((text) => text.insert(0, "x"));
    expect(await line.closed).toBe(roomCloseCodes.invalidMessage);
  });
});

describe("a read-only pad", () => {
  const setReadOnly = (page: Page, isReadOnly: boolean) =>
    page.line.send({ type: "code-read-only", isReadOnly });

  it("can be changed by the interviewer only, also after everybody has come back", async () => {
    const [guest, host] = await both();
    guest.pad.type((text) => text.insert(0, "theirs"));
    await host.pad.receive();
    setReadOnly(host, true);
    expect(await guest.line.next("code-read-only")).toMatchObject({ isReadOnly: true });
    guest.pad.type((text) => text.insert(0, "not "));
    expect(await guest.line.next("code-refused")).toMatchObject({ reason: "read-only" });
    guest.line.send({ type: "code-language", language: "sql" });
    expect(await guest.line.next("code-language")).toMatchObject({ language: "python" });
    host.pad.type((text) => text.insert(0, "# look\n"));
    const back = await join(staged.interviewee);
    expect(back.pad.text.toString()).toBe("# look\ntheirs");
    back.pad.type((text) => text.insert(0, "not "));
    expect(await back.line.next("code-refused")).toMatchObject({ reason: "read-only" });
    setReadOnly(host, false);
    await back.line.next("code-read-only");
    const writable = openPadClient(back.line);
    await writable.sync();
    writable.type((text) => text.insert(0, "now "));
    expect(await host.pad.receive()).toBe("now # look\ntheirs");
  });

  it("accepts a page that synchronizes without changes", async () => {
    const [guest, host] = await both();
    guest.pad.type((text) => text.insert(0, "abc"));
    guest.pad.type((text) => text.delete(0, 1));
    await host.pad.receive();
    await host.pad.receive();
    setReadOnly(host, true);
    await guest.line.next("code-read-only");
    await guest.pad.sync();
    host.pad.type((text) => text.insert(0, "x"));
    expect(await guest.pad.receive()).toBe("xbc");
  });

  it("cannot be made by the interviewee", async () => {
    const [guest] = await both();
    setReadOnly(guest, true);
    expect(await guest.line.closed).toBe(roomCloseCodes.invalidMessage);
  });
});

describe("cursors", () => {
  const at = { type: null, tname: "code", item: null, assoc: 0 };
  const cursor = (client: number) => ({ type: "cursor", client, cursor: { anchor: at, head: at } });

  it("are shown to the other party under their owner's name, and disappear with their page", async () => {
    const [guest, host] = await both();
    guest.line.send(cursor(7));
    const shown = await host.line.next("cursor");
    expect(shown).toMatchObject({ senderId: staged.interviewee.user._id, client: 7, cursor: { head: at } });
    guest.line.socket.close(1000);
    expect(await host.line.next("cursor")).toMatchObject({ client: 7, cursor: null });
  });

  it("are not shown any more when their page left while its last run was being stored", async () => {
    const [guest, host] = await both();
    const id = randomUUID();
    const run = { language: "python", outcome: "finished", output: "2\n", durationMs: 3 };
    guest.line.send({ type: "run", id, run });
    guest.line.send(cursor(7));
    guest.line.socket.close(1001);
    await host.line.next("run", (shown) => shown.run.id === id);
    const back = await join(staged.interviewee);
    back.line.send(cursor(9));
    expect(await host.line.next("cursor")).toMatchObject({ client: 9 });
  });

  it("of the other party, or of a second page, cannot be forged", async () => {
    const [guest, host] = await both();
    guest.line.send(cursor(7));
    await host.line.next("cursor");
    host.line.send(cursor(7));
    host.line.send({ type: "ping" });
    await host.line.next("pong");
    guest.line.send(cursor(8));
    expect(await guest.line.closed).toBe(roomCloseCodes.invalidMessage);
    // Nothing that the host sent was shown, and the host is still in the room.
    expect(await host.line.next("cursor")).toMatchObject({ client: 7, cursor: null });
  });

  it("stay their owner's after a malformed change of the other party", async () => {
    const [guest, host] = await both();
    host.line.send(cursor(7));
    await guest.line.next("cursor");
    guest.line.send({ type: "code", update: toBase64(Buffer.alloc(40, 255)), more: false });
    expect(await guest.line.closed).toBe(roomCloseCodes.invalidMessage);
    const back = await join(staged.interviewee);
    back.line.send(cursor(7));
    back.line.send({ type: "ping" });
    await back.line.next("pong");
    host.line.send(cursor(7));
    const senderId = staged.interviewer.user._id;
    expect(await back.line.next("cursor")).toMatchObject({ client: 7, senderId, cursor: { head: at } });
  });
});

describe("a page after a refused change", () => {
  const at = { type: null, tname: "code", item: null, assoc: 0 };
  const cursor = (client: number) => ({ type: "cursor", client, cursor: { anchor: at, head: at } });

  it("opens the pad anew with its next cursor, over the same socket", async () => {
    const [guest, host] = await both();
    guest.line.send(cursor(7));
    await host.line.next("cursor");
    host.line.send({ type: "code-read-only", isReadOnly: true });
    await guest.line.next("code-read-only");
    guest.pad.type((text) => text.insert(0, "one"));
    // Typed before the page knows of the refusal.
    guest.pad.type((text) => text.insert(3, " two"));
    await guest.line.next("code-refused");
    await openPadClient(guest.line).sync();
    guest.line.send(cursor(8));
    expect(await host.line.next("cursor")).toMatchObject({ client: 7, cursor: null });
    expect(await host.line.next("cursor")).toMatchObject({ client: 8, cursor: { head: at } });
    guest.line.send({ type: "ping" });
    await guest.line.next("pong");
  });
});

describe("a pad on two servers", () => {
  let second: SecondServer;
  beforeEach(async () => {
    second = await startSecondServer(app);
  });
  afterEach(() => second.close());

  it("is a single pad: edits, long pastes, cursors and language reach the other server", async () => {
    const [guest, host] = [await join(staged.interviewee), await join(staged.interviewer, second)];
    guest.pad.type((text) => text.insert(0, "from one"));
    expect(await host.pad.receive()).toBe("from one");
    host.pad.type((text) => text.insert(0, `${"long ".repeat(10_000)}\n`));
    expect(await guest.pad.receive()).toHaveLength(50_009);
    host.pad.type((text) => text.delete(0, 50_001));
    expect(await guest.pad.receive()).toBe("from one");
    host.line.send({ type: "cursor", client: host.pad.doc.clientID, cursor: null });
    expect(await guest.line.next("cursor")).toMatchObject({ client: host.pad.doc.clientID });
    guest.line.send({ type: "code-language", language: "text" });
    await host.line.next("code-language");
  });

  it("survives the end of one server", async () => {
    const host = await join(staged.interviewer, second);
    host.pad.type((text) => text.insert(0, "kept"));
    host.line.send({ type: "ping" });
    await host.line.next("pong");
    await second.close();
    await host.line.closed;
    const back = await join(staged.interviewer);
    Y.applyUpdate(back.pad.doc, Y.encodeStateAsUpdate(host.pad.doc));
    await back.pad.sync();
    expect((await join(staged.interviewee)).pad.text.toString()).toBe("kept");
  });
});

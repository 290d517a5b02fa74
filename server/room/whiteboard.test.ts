import { createHash } from "node:crypto";
import { roomCloseCodes } from "@greenroom/contract/room/room.ts";
import {
  boardElementSchema,
  boardSchemaRevision,
  maxBoardArea,
  maxBoardBytes,
  maxBoardElements,
  maxBoardPoints,
} from "@greenroom/contract/room/whiteboard.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type SignedUpUser, startSecondServer } from "../testing/app.ts";
import { app, boardBox, boardText, booked, draw, join, roomId, sync, useOpenRoom } from "../testing/rooms.ts";

useOpenRoom();

const joinBoth = async () => [await join(booked.interviewee), await join(booked.interviewer)] as const;

const readBoard = async (person: SignedUpUser) =>
  await app.call("GET", `/api/rooms/${roomId}/board`, { token: person.token });

describe("the whiteboard", () => {
  it("shows both what one draws, and the whole board to a page that opens it later", async () => {
    const [interviewee, interviewer] = await joinBoth();
    expect(await sync(interviewee)).toEqual([]);
    draw(interviewee, boardBox("store"), boardText("label", "Feature store", { index: "a1" }));
    const { elements } = await interviewer.next("board");
    expect(elements.map((element) => element.id)).toEqual(["store", "label"]);
    expect(await sync(interviewer)).toEqual(elements);
  });

  it("keeps the higher version of an element, and of equal versions the lower nonce, in either order", async () => {
    const [interviewee, interviewer] = await joinBoth();
    draw(interviewee, boardBox("a", { version: 2, versionNonce: 5, x: 1 }));
    await interviewer.next("board");
    draw(interviewer, boardBox("a", { version: 1, x: 2 }), boardBox("b"));
    await interviewee.next("board", ({ elements }) => elements.length === 1 && elements[0]?.id === "b");
    draw(interviewer, boardBox("a", { version: 2, versionNonce: 4, x: 3 }));
    await interviewee.next("board", ({ elements }) => elements[0]?.x === 3);
    draw(interviewee, boardBox("a", { version: 2, versionNonce: 5, x: 4 }), boardBox("c"));
    await interviewer.next("board", ({ elements }) => elements[0]?.id === "c");
    expect((await sync(interviewer)).map((element) => [element.id, element.x])).toEqual([
      ["a", 3],
      ["b", 0],
      ["c", 0],
    ]);
  });

  it("is the same for both after both drew the same elements at once", async () => {
    const pages = await joinBoth();
    for (let version = 1; version <= 20; version += 1) {
      pages.forEach((page, index) => {
        const change = { version, versionNonce: (version * (index + 3)) % 7, x: index };
        draw(page, ...["a", "b", "c", "d"].map((name) => boardBox(name, change)));
      });
    }
    for (const page of pages) draw(page, boardBox(`end-${pages.indexOf(page as never)}`));
    await Promise.all(
      pages.map((page, index) =>
        page.next("board", ({ elements }) => elements.some((element) => element.id === `end-${1 - index}`)),
      ),
    );
    const [first, second] = await Promise.all(pages.map(sync));
    expect(first).toEqual(second);
    expect(first?.filter((element) => element.id.length === 1).map((element) => element.version)).toEqual([
      20, 20, 20, 20,
    ]);
  });

  it("reaches people on another server, and outlives everybody's leaving", async () => {
    const second = await startSecondServer(app);
    try {
      const [interviewee, interviewer] = [
        await join(booked.interviewee),
        await join(booked.interviewer, second),
      ];
      draw(interviewee, boardBox("a"));
      expect((await interviewer.next("board")).elements).toHaveLength(1);
      interviewer.send({ type: "board-pointer", pointer: { x: 3, y: 4 } });
      expect(await interviewee.next("board-pointer")).toEqual({
        type: "board-pointer",
        senderId: booked.interviewer.user._id,
        pointer: { x: 3, y: 4 },
      });
      interviewer.socket.close(1000);
      expect((await interviewee.next("board-pointer")).pointer).toBeNull();
      interviewee.socket.close(1000);
      await Promise.all([interviewee.closed, interviewer.closed]);
      expect(await sync(await join(booked.interviewer))).toHaveLength(1);
    } finally {
      await second.close();
    }
  });

  it("shows the two of them what was left on it", async () => {
    const [interviewee] = await joinBoth();
    draw(interviewee, boardBox("a"), boardBox("gone", { isDeleted: true }));
    expect(await sync(interviewee)).toHaveLength(2);
    for (const person of [booked.interviewee, booked.interviewer])
      expect((await readBoard(person)).body.elements.map((element: { id: string }) => element.id)).toEqual([
        "a",
      ]);
  });

  it("puts its texts into the record, as words of the person who wrote them", async () => {
    const [interviewee, interviewer] = await joinBoth();
    draw(interviewer, boardText("title", "Ranking"));
    await interviewee.next("board");
    draw(interviewee, boardText("title", "Ranking of ads", { version: 2 }), boardText("empty", "  "));
    await interviewer.next("board");
    const { body } = await app.call("GET", `/api/rooms/${roomId}/record`, {
      token: booked.interviewee.token,
    });
    expect(body.hasBoard).toBe(true);
    expect(body.items.filter((item: { kind: string }) => item.kind === "board")).toEqual([
      expect.objectContaining({ personId: booked.interviewee.user._id, text: "Ranking of ads" }),
    ]);
  });
});

describe("the words on a board", () => {
  const words = "Mind the base rate";
  async function readTexts() {
    const { body } = await app.call("GET", `/api/rooms/${roomId}/record`, {
      token: booked.interviewee.token,
    });
    return body.items.filter((item: { kind: string }) => item.kind === "board");
  }

  it.each([
    ["the stored words alone", words, "Hire her"],
    ["the shown words alone", "Hire her", words],
    ["both", "Hire her", "Hire her"],
  ])("are the other person's from the moment that they change %s", async (_name, text, originalText) => {
    const [interviewee, interviewer] = await joinBoth();
    draw(interviewer, boardText("note", words));
    await interviewee.next("board");
    app.clock.advance({ minutes: 6 });
    draw(interviewee, boardText("note", text, { originalText, version: 2 }));
    await interviewer.next("board");
    const [item] = await readTexts();
    // A record that shows other words than the board would put them into somebody's mouth.
    expect(item.text).toBe(text);
    const isChanged = text !== words;
    expect(item.personId).toBe((isChanged ? booked.interviewee : booked.interviewer).user._id);
    expect(item.atSeconds).toBe(isChanged ? 360 : 0);
  });

  it("stay their writer's when the other person breaks the lines differently or adds spaces", async () => {
    const [interviewee, interviewer] = await joinBoth();
    draw(interviewer, boardText("note", words));
    await interviewee.next("board");
    draw(interviewee, boardText("note", "Mind the\nbase\u00a0rate ", { originalText: words, version: 2 }));
    await interviewer.next("board");
    const [item] = await readTexts();
    expect(item).toMatchObject({ text: words, personId: booked.interviewer.user._id });
  });
});

it("takes every place in drawing order that Excalidraw gives", async () => {
  const [interviewee, interviewer] = await joinBoth();
  const places = ["a0", "a9", "az", "b00", "c0Hd", "Zz", "Zx", "XziN", "a0V", "a0G8", null];
  draw(interviewee, ...places.map((index, place) => boardBox(`e${place}`, { index })));
  expect((await interviewer.next("board")).elements.map(({ index }) => index)).toEqual(places);
});

it("takes every notation of a color without an address", async () => {
  const [interviewee, interviewer] = await joinBoth();
  const colors = [
    "#1e1e1e",
    "#FFF8",
    "transparent",
    "rebeccapurple",
    "rgb(30 30 30 / 50%)",
    "hsla(1,2%,3%,.4)",
  ];
  draw(interviewee, ...colors.map((strokeColor, place) => boardBox(`e${place}`, { strokeColor })));
  expect((await interviewer.next("board")).elements.map(({ strokeColor }) => strokeColor)).toEqual(colors);
});

/** Stores boxes as if somebody had drawn them. */
async function storeBoxes(count: number, change: object = {}) {
  const boxes = Array.from({ length: count }, (_, index) => boardBox(`e${index}`, change));
  const rows = boxes.map((box) => ({
    bookingId: roomId,
    id: box.id,
    version: 1,
    nonce: 1,
    element: JSON.stringify(box),
    bytes: 400,
    authorId: booked.interviewee.user._id,
    madeAt: app.clock.now(),
  }));
  await app.deps.database.insertInto("roomBoardElements").values(rows).execute();
}

describe("a full board", () => {
  it("refuses what does not fit as often as it is sent, and closes no connection", async () => {
    await storeBoxes(maxBoardElements);
    const page = await join(booked.interviewer);
    for (let times = 0; times < 8; times += 1) {
      draw(page, boardBox(`more-${times}`));
      expect(await page.next("board-refused")).toEqual({ type: "board-refused", reason: "full" });
    }
    draw(page, boardBox("e7", { version: 2, x: 9 }));
    expect((await sync(page)).find((element) => element.id === "e7")?.x).toBe(9);
  });

  it("has room again for what both deleted", async () => {
    await storeBoxes(maxBoardElements, { isDeleted: true });
    const [interviewee, interviewer] = await joinBoth();
    draw(interviewee, boardBox("mine"));
    expect((await interviewer.next("board")).elements.map((element) => element.id)).toEqual(["mine"]);
    expect((await readBoard(booked.interviewer)).body.elements).toHaveLength(1);
  });

  it("of as many bytes as it may have refuses more", async () => {
    await storeBoxes(10);
    await app.deps.pool.query("update room_board_elements set bytes = $1 where booking_id = $2", [
      maxBoardBytes / 10,
      roomId,
    ]);
    const page = await join(booked.interviewer);
    draw(page, boardBox("more"));
    expect(await page.next("board-refused")).toEqual({ type: "board-refused", reason: "full" });
  });

  it("of more bytes than it may have takes deletions", async () => {
    await storeBoxes(10);
    await app.deps.pool.query("update room_board_elements set bytes = 150000");
    const page = await join(booked.interviewer);
    draw(page, boardBox("e1", { version: 2, isDeleted: true }));
    await sync(page);
    expect((await readBoard(booked.interviewer)).body.elements).toHaveLength(9);
  });
});

it("a board from before that is too large to draw takes deletions one after the other, and new drawings once it is small enough", async () => {
  await storeBoxes(3);
  await app.deps.pool.query("update room_board_elements set area = $1, points = $2 where booking_id = $3", [
    maxBoardArea,
    maxBoardPoints,
    roomId,
  ]);
  const page = await join(booked.interviewer);
  draw(page, boardBox("new"));
  expect(await page.next("board-refused")).toEqual({ type: "board-refused", reason: "large" });
  draw(page, boardBox("e0", { version: 2, isDeleted: true }));
  draw(
    page,
    boardBox("e1", { version: 2, isDeleted: true }),
    boardBox("e2", { version: 2, isDeleted: true }),
  );
  draw(page, boardBox("new"));
  await sync(page);
  expect((await readBoard(booked.interviewer)).body.elements.map(({ id }: { id: string }) => id)).toEqual([
    "new",
  ]);
});

describe("a board that would stop the other's page", () => {
  const points = (count: number) => Array.from({ length: count }, (_, at) => [at, at % 7]);
  const stroke = (id: string, count: number) =>
    boardBox(id, {
      ...{ type: "freedraw", points: points(count), pressures: [], simulatePressure: true },
      lastCommittedPoint: null,
    });
  const line = (id: string, change: object) =>
    boardBox(id, {
      ...{ type: "line", lastCommittedPoint: null, startBinding: null, endBinding: null },
      ...{
        startArrowhead: null,
        endArrowhead: null,
        points: [
          [0, 0],
          [20_000, 20_000],
        ],
        ...change,
      },
    });
  const back = Array.from({ length: 300 }, (_, at) => [at % 2 === 0 ? 0 : 9_999, at]);

  it.each<[string, object[]]>([
    ["one shape of 20,000 pixels", [boardBox("a", { width: 20_000, height: -20_000 })]],
    [
      "shapes that are too large together",
      [1, 2, 3].map((id) => boardBox(`a${id}`, { width: 6_000, height: 6_000 })),
    ],
    [
      "shapes that their hatching makes too large together",
      [1, 2].map((id) =>
        boardBox(`a${id}`, {
          ...{ width: 6_500, height: 6_500 },
          ...{ backgroundColor: "#ffc9c9", fillStyle: "cross-hatch" },
        }),
      ),
    ],
    ["a line that claims to be small", [line("a", { width: 1, height: 1 })]],
    ["a line that turns back and forth", [line("a", { points: back })]],
    [
      "a hatched line that cuts its pattern into many pieces",
      [
        line("a", {
          points: Array.from({ length: 300 }, (_, at) => [at % 2 === 0 ? 0 : 900, at]),
          ...{ backgroundColor: "#ffc9c9", fillStyle: "hachure" },
        }),
      ],
    ],
    ["a text in huge letters", [boardText("a", "x".repeat(2_000), { fontSize: 1_000, width: 1, height: 1 })]],
  ])("is refused: %s", async (_what, elements) => {
    const page = await join(booked.interviewer);
    draw(page, ...elements);
    expect(await page.next("board-refused")).toEqual({ type: "board-refused", reason: "large" });
    expect(await sync(page)).toEqual([]);
  });

  it.each<[string, object[]]>([
    ["strokes of a pen", Array.from({ length: 700 }, (_, at) => stroke(`s${at}`, 12))],
    ["short texts", Array.from({ length: 900 }, (_, at) => boardText(`t${at}`, "Ok", { fontSize: 4 }))],
  ])("is refused when it has too many %s", async (_what, elements) => {
    const page = await join(booked.interviewer);
    for (let at = 0; at < elements.length; at += 100) draw(page, ...elements.slice(at, at + 100));
    expect(await page.next("board-refused")).toEqual({ type: "board-refused", reason: "large" });
    expect((await sync(page)).length).toBeGreaterThan(500);
  });

  it("is refused with too many points, and takes changes once some are deleted", async () => {
    const page = await join(booked.interviewer);
    for (let at = 0; at < 5; at += 1) draw(page, stroke(`s${at}`, 1_900));
    draw(page, stroke("more", 1_900));
    expect(await page.next("board-refused")).toEqual({ type: "board-refused", reason: "large" });
    draw(page, { ...stroke("s0", 1_900), version: 2, isDeleted: true });
    draw(page, stroke("more", 1_900));
    expect((await sync(page)).filter((element) => !element.isDeleted)).toHaveLength(5);
  });
});

it("takes no version that the other person's next change could not exceed", async () => {
  const [interviewee, interviewer] = await joinBoth();
  draw(interviewer, boardBox("a"));
  await interviewee.next("board");
  draw(interviewee, boardBox("a", { version: 2 ** 31 - 1, versionNonce: 0, x: 9 }));
  expect(await interviewee.next("board-refused")).toEqual({ type: "board-refused", reason: "refused" });
  draw(interviewee, boardBox("b", { version: 2 ** 31 - 1 }));
  expect(await interviewee.next("board-refused")).toEqual({ type: "board-refused", reason: "refused" });
  // As many as a page counts while it draws without a connection.
  draw(interviewee, boardBox("a", { version: 10_000, x: 8 }));
  await interviewer.next("board");
  draw(interviewer, boardBox("a", { version: 10_001, x: 7 }));
  await interviewee.next("board");
  expect((await sync(interviewer)).map((element) => [element.id, element.x])).toEqual([["a", 7]]);
});

it("is sent whole to a page only now and then, however often the page asks", async () => {
  await storeBoxes(3);
  const page = await join(booked.interviewee);
  for (let times = 0; times < 30; times += 1) page.send({ type: "board-sync" });
  // The last answer has what was drawn before it.
  draw(page, boardBox("drawn"));
  let answers = 0;
  for (;;) {
    const { elements } = await page.next("board-sync");
    answers += 1;
    if (elements.length === 4) break;
  }
  expect(answers).toBeLessThanOrEqual(5);
});

describe("bad input", () => {
  it.each([
    ["a picture", { type: "image", fileId: "f" }],
    ["a link", { link: "https://elsewhere.example" }],
    ["an id with spaces", { id: "a b" }],
    ["a place that is no number", { x: "1" }],
    ["a place outside the board", { x: 2_000_000 }],
    ["a version that is no integer", { version: 1.5 }],
    ["a color that is an address", { strokeColor: "url(https://evil.example/x.svg)" }],
    ["corners with a negative radius", { roundness: { type: 3, value: -1_000_000 } }],
    ...["", "a00", "transparent", "z".repeat(27)].map((index): [string, object] => [
      `the place in drawing order "${index}"`,
      { index },
    ]),
  ])("%s closes the socket and stores nothing", async (_name, change) => {
    const page = await join(booked.interviewee);
    draw(page, { ...boardBox("a"), ...change });
    expect(await page.closed).toBe(roomCloseCodes.invalidMessage);
    expect(await sync(await join(booked.interviewer))).toEqual([]);
  });

  it("one element twice in a message closes the socket", async () => {
    const page = await join(booked.interviewee);
    draw(page, boardBox("a"), boardBox("a", { version: 2 }));
    expect(await page.closed).toBe(roomCloseCodes.invalidMessage);
  });

  it("more elements than a board holds are refused together, and the board works on", async () => {
    const page = await join(booked.interviewee);
    await storeBoxes(maxBoardElements - 1);
    draw(page, boardBox("last"), boardBox("too-many"));
    await page.next("board-refused");
    expect(await sync(page)).toHaveLength(maxBoardElements - 1);
    draw(page, boardBox("last"));
    expect(await sync(page)).toHaveLength(maxBoardElements);
    draw(page, boardBox("last", { version: 2, x: 9 }));
    expect((await sync(page)).find((element) => element.id === "last")?.x).toBe(9);
  });
});

it("leaves out a stored element that Excalidraw cannot draw, so that the rest can be shown", async () => {
  const [interviewee, interviewer] = await joinBoth();
  draw(interviewee, boardBox("a"), boardBox("b"));
  await interviewer.next("board");
  await app.deps.pool.query(
    `update room_board_elements set checked_as = null, element = jsonb_set(element, '{index}', '"transparent"')
     where id = 'a' and booking_id = $1`,
    [roomId],
  );
  expect((await sync(interviewer)).map((element) => element.id)).toEqual(["b"]);
  expect((await readBoard(booked.interviewer)).body.elements).toHaveLength(1);
});

it("sends what another version of the server stored only as far as this one accepts it", async () => {
  const [interviewee, interviewer] = await joinBoth();
  draw(interviewee, boardBox("a"), boardBox("b"), boardBox("c"));
  await interviewer.next("board");
  // As another server stores a newer state of an element that this one has checked.
  await app.deps.pool.query(
    `update room_board_elements set version = 2,
       element = element || '{"version": 2, "link": "https://elsewhere.example"}'
       where id = 'a' and booking_id = $1`,
    [roomId],
  );
  await app.deps.pool.query(
    `update room_board_elements set nonce = 0,
       element = element || '{"versionNonce": 0, "custom": "dropped"}'
       where id = 'b' and booking_id = $1`,
    [roomId],
  );
  const expected = [boardBox("b", { versionNonce: 0 }), boardBox("c")];
  expect(await sync(interviewer)).toEqual(expected);
  expect((await readBoard(booked.interviewer)).body.elements).toEqual(expected);
});

it("stores numbers close to zero in as few characters as they were sent", async () => {
  const [interviewee, interviewer] = await joinBoth();
  const points = Array.from({ length: 2_300 }, () => [5e-324, -5e-324] as const);
  const stroke = {
    type: "freedraw",
    points,
    pressures: [],
    simulatePressure: true,
    lastCommittedPoint: null,
  };
  draw(interviewee, boardBox("a", { ...stroke, x: 5e-324 }));
  const { elements } = await interviewer.next("board");
  expect(elements[0]).toMatchObject({ id: "a", x: 0 });
  // The other person can still erase it.
  draw(interviewer, { ...elements[0], isDeleted: true, version: 2, versionNonce: 1_234_567_890 });
  expect((await interviewee.next("board")).elements[0]).toMatchObject({ id: "a", isDeleted: true });
});

/*
 * A fingerprint of what the schema accepts. When it differs, raise `boardSchemaRevision` if the schema refuses something
 * that it accepted, and write the new one here.
 */
it("checks again what an earlier schema accepted", () => {
  const schema = JSON.stringify(z.toJSONSchema(boardElementSchema, { unrepresentable: "any" }));
  const fingerprint = createHash("sha256").update(schema).digest("hex").slice(0, 16);
  expect([boardSchemaRevision, fingerprint]).toEqual([4, "82bfb2a719d12d89"]);
});

describe("an element with nearly the highest version that there is", () => {
  const storeExhausted = async (version: number) => {
    const [interviewee, interviewer] = await joinBoth();
    draw(interviewee, boardBox("a", { x: 1 }), boardBox("b"));
    await interviewer.next("board");
    await app.deps.pool.query(
      `update room_board_elements set version = $1, element = jsonb_set(element, '{version}', to_jsonb($1::int))
       where id = 'a' and booking_id = $2`,
      [version, roomId],
    );
    return [interviewee, interviewer] as const;
  };

  it.each([2 ** 31 - 1, 2 ** 30 - 20_000])("can be changed: %d", async (version) => {
    const [interviewee, interviewer] = await storeExhausted(version);
    const [element] = await sync(interviewer);
    expect(element).toMatchObject({ id: "a", x: 1 });
    draw(interviewer, { ...element, version: (element?.version ?? 0) + 1, x: 7 });
    // The other page is told to load the board, because it has a higher version.
    expect(await interviewee.next("board-refused")).toEqual({ type: "board-refused", reason: "refused" });
    await interviewee.next("board", ({ elements }) => elements[0]?.x === 7);
    expect((await sync(interviewee)).map(({ id, x }) => [id, x])).toEqual([
      ["a", 7],
      ["b", 0],
    ]);
  });
});

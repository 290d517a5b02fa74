import { createHash } from "node:crypto";
import { boardElementSchema, boardSchemaRevision } from "@greenroom/contract/room/whiteboard.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { draw, sync } from "../../testing/rooms/board-client.ts";
import { boardBox } from "../../testing/rooms/board-elements.ts";
import { connectRoomClient, getTicket, type RoomClient } from "../../testing/rooms/room-client.ts";

let app: TestApp;
let booked: BookedInterview;
let id: string;
beforeEach(async () => {
  app = await createTestApp();
  booked = await createBookedInterview(app);
  id = booked.booking._id;
  app.clock.set(new Date(booked.booking.startTime));
});
afterEach(() => app.close());

async function join(person: SignedUpUser): Promise<RoomClient> {
  const page = await connectRoomClient(app, id, await getTicket(app, id, person.token));
  await page.next("welcome");
  return page;
}
const joinBoth = async () => [await join(booked.interviewee), await join(booked.interviewer)] as const;

const readBoard = async (person: SignedUpUser) =>
  await app.call("GET", `/api/rooms/${id}/board`, { token: person.token });

it("leaves out a stored element that Excalidraw cannot draw, so that the rest can be shown", async () => {
  const [interviewee, interviewer] = await joinBoth();
  draw(interviewee, boardBox("a"), boardBox("b"));
  await interviewer.next("board");
  await app.deps.pool.query(
    `update room_board_elements set checked_as = null, element = jsonb_set(element, '{index}', '"transparent"')
     where id = 'a'`,
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
       element = element || '{"version": 2, "link": "https://elsewhere.example"}' where id = 'a'`,
  );
  await app.deps.pool.query(
    `update room_board_elements set nonce = 0,
       element = element || '{"versionNonce": 0, "custom": "dropped"}' where id = 'b'`,
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
  expect([boardSchemaRevision, fingerprint]).toEqual([2, "fbab804e421d60e1"]);
});

describe("an element with nearly the highest version that there is", () => {
  const storeExhausted = async (version: number) => {
    const [interviewee, interviewer] = await joinBoth();
    draw(interviewee, boardBox("a", { x: 1 }), boardBox("b"));
    await interviewer.next("board");
    await app.deps.pool.query(
      `update room_board_elements set version = $1, element = jsonb_set(element, '{version}', to_jsonb($1::int))
       where id = 'a'`,
      [version],
    );
    return [interviewee, interviewer] as const;
  };

  it.each([2 ** 31 - 1, 2 ** 30, 2 ** 30 - 20_000])("can be changed: %d", async (version) => {
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

  it("is loaded again by a page whose change of it is refused", async () => {
    const [interviewee, interviewer] = await storeExhausted(2 ** 30);
    draw(interviewee, boardBox("a", { version: 2 ** 30 + 1, x: 5 }));
    expect(await interviewee.next("board-refused")).toEqual({ type: "board-refused", reason: "refused" });
    const [element] = await sync(interviewee);
    draw(interviewee, { ...element, version: (element?.version ?? 0) + 1, x: 5 });
    expect((await interviewer.next("board")).elements).toMatchObject([{ id: "a", x: 5 }]);
  });
});

import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { expect, it } from "vitest";
import { itemAt, linkedItemId, listedItems } from "./listed-items.ts";

const startTime = "2026-11-20T10:00:00.000Z";
const item = (kind: string, seconds: number) =>
  ({
    kind,
    id: `${kind}-${seconds}`,
    at: new Date(Date.parse(startTime) + seconds * 1000).toISOString(),
    atSeconds: seconds,
  }) as unknown as RoomRecordItem;

const items = [item("joined", -20), item("code", 5), item("hologram", 6), item("chat", 9), item("code", 12)];

it("lists the events, without code changes and unknown kinds", () => {
  expect(listedItems(items, null).map(({ id }) => id)).toEqual(["joined--20", "chat-9"]);
});

it("lists the code change that a link points to", () => {
  expect(listedItems(items, "code-12").map(({ id }) => id)).toEqual(["joined--20", "chat-9", "code-12"]);
});

it.each([
  [-60, "joined--20"],
  [8, "hologram-6"],
  [9, "chat-9"],
  [5_000, "code-12"],
])("links to the moment at second %d with %s", (seconds, id) => {
  expect(itemAt(items, seconds, startTime)?.id).toBe(id);
});

it.each([
  ["0:09", "chat-9"],
  ["−0:20", "joined--20"],
  ["0:99", "0:99"],
  ["chat-9", "chat-9"],
])("opens the item that the link %j refers to", (at, id) => {
  expect(linkedItemId(items, at, startTime)).toBe(id);
});

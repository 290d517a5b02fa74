import { expect, it } from "vitest";
import { countUnread } from "./use-unread-count.ts";

/** "a1 b2": message 1 of a, then message 2 of b. */
const chatOf = (text: string) =>
  text
    .split(" ")
    .filter(Boolean)
    .map((entry) => ({ senderId: entry.slice(0, 1), id: entry.slice(1) }));

it.each([
  ["", undefined, 0],
  ["b1 b2", undefined, 2],
  ["b1 b2", "1", 1],
  ["b1 b2", "2", 0],
  ["b1 a2", undefined, 0],
  ["b1 a2 b3", undefined, 1],
  ["a1 b2 b3", "2", 1],
  ["b1 b2", "an id of another room", 2],
])("in %j with %j seen, a has %i unread", (chat, seenId, unread) => {
  expect(countUnread(chatOf(chat), "a", seenId)).toBe(unread);
});

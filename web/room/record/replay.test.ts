import type { RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { describe, expect, it } from "vitest";
import {
  changedLines,
  codeVersions,
  indexAt,
  itemAt,
  itemsAround,
  linkedItemId,
  listedItems,
  playedTo,
  replaySpan,
  scaleSeconds,
  stepFrom,
  textOf,
} from "./replay.ts";

const startTime = "2026-11-20T10:00:00.000Z";
const moment = (seconds: number, id = `i${seconds}`) => ({
  id,
  at: new Date(Date.parse(startTime) + seconds * 1000).toISOString(),
  atSeconds: Math.round(seconds),
});
const code = (seconds: number, change: object) => ({
  kind: "code",
  ...moment(seconds),
  language: "python",
  editedBy: ["ann"],
  change,
});
const record = (items: object[], left: { text: string; atSeconds: number } | null = null) =>
  ({
    startTime,
    endTime: "2026-11-20T10:45:00.000Z",
    items,
    code: left && { language: "python", ...left },
  }) as unknown as RoomRecord;

const three = [
  code(10, { text: "a = 1\n" }),
  { kind: "chat", ...moment(12), personId: "ann", body: "hi" },
  code(20.5, { from: 6, deleteCount: 0, insert: "b = 2\n" }),
  code(40, { from: 4, deleteCount: 1, insert: "9" }),
];

describe("the code at a second", () => {
  const versions = codeVersions(record(three));
  it.each([
    [-60, ""],
    [9.9, ""],
    [10, "a = 1\n"],
    [20, "a = 1\n"],
    [20.5, "a = 1\nb = 2\n"],
    [39, "a = 1\nb = 2\n"],
    [2_700, "a = 9\nb = 2\n"],
  ])("%d: %j", (seconds, text) => {
    expect(textOf(versions, indexAt(versions, seconds))).toBe(text);
  });

  it("ends with the final code, even when the history ends earlier", () => {
    const last = { text: "a = 9\nb = 2\n# bye", atSeconds: 55 };
    const cut = codeVersions(record(three, last));
    expect(cut.at(-1)).toMatchObject({ id: null, seconds: 55 });
    expect(textOf(cut, 3)).toBe(last.text);
    expect(codeVersions(record(three, { text: "a = 9\nb = 2\n", atSeconds: 40 }))).toHaveLength(3);
    expect(codeVersions(record([], last))).toHaveLength(1);
    expect(codeVersions(record([]))).toEqual([]);
  });

  it("steps from change to change", () => {
    expect(stepFrom(versions, 0, "next")).toBe(10);
    expect(stepFrom(versions, 10, "next")).toBe(20.5);
    expect(stepFrom(versions, 40, "next")).toBeNull();
    expect(stepFrom(versions, 30, "previous")).toBe(20.5);
    expect(stepFrom(versions, 20.5, "previous")).toBe(10);
    expect(stepFrom(versions, 10, "previous")).toBeNull();
  });
});

it("the slider covers the interview, and what happened before and after it", () => {
  expect(replaySpan(record([]))).toEqual({ from: 0, to: 2_700 });
  expect(replaySpan(record([code(-30.5, { text: "x" }), code(2_800.2, { text: "y" })]))).toEqual({
    from: -31,
    to: 2_801,
  });
  expect(replaySpan(record([{ kind: "phase", ...moment(900), phase: "ended" }]))).toEqual({
    from: 0,
    to: 900,
  });
});

it("playing goes on at its speed and stops at the end", () => {
  expect(playedTo(10, 0.5, 4, 100)).toBe(12);
  expect(playedTo(99, 1, 16, 100)).toBe(100);
});

it("a change gives the lines that it touched", () => {
  const text = "a\nbb\nc\nd";
  expect(changedLines(text, { from: 2, deleteCount: 0, insert: "bb\nc" })).toEqual({ from: 1, to: 2 });
  expect(changedLines(text, { from: 0, deleteCount: 4, insert: "" })).toEqual({ from: 0, to: 0 });
  expect(changedLines(text, { text })).toBeNull();
});

it.each([
  [30, [0]],
  [150, [0, 1, 2]],
  [480, [0, 2, 4, 6, 8]],
  [1_600, [0, 10, 20]],
  [2_700, [0, 15, 30, 45]],
])("a record of %d seconds has times at equal distances: minutes %o", (last, minutes) => {
  expect(scaleSeconds(last).map((at) => at / 60)).toEqual(minutes);
});

describe("listed items", () => {
  const startTime = "2026-11-20T10:00:00.000Z";
  const item = (kind: string, seconds: number) =>
    ({
      kind,
      id: `${kind}-${seconds}`,
      at: new Date(Date.parse(startTime) + seconds * 1000).toISOString(),
      atSeconds: seconds,
    }) as unknown as RoomRecordItem;

  const items = [item("joined", -20), item("code", 5), item("chat", 9), item("code", 12)];

  it("lists the events, without code changes", () => {
    expect(listedItems(items, null).map(({ id }) => id)).toEqual(["joined--20", "chat-9"]);
  });

  it("lists the code change that a link points to", () => {
    expect(listedItems(items, "code-12").map(({ id }) => id)).toEqual(["joined--20", "chat-9", "code-12"]);
  });

  it.each([
    [-60, "joined--20"],
    [8, "code-5"],
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
});

describe("items around", () => {
  const items = Array.from({ length: 20 }, (_, index) => ({ id: `i${index}` }));
  const ids = (id: string | null, list = items) => itemsAround(list, id).map((item) => item.id);

  it.each([
    ["in the middle", "i10", ["i9", "i10", "i11", "i12", "i13"]],
    ["at the beginning", "i0", ["i0", "i1", "i2", "i3", "i4"]],
    ["at the end", "i19", ["i15", "i16", "i17", "i18", "i19"]],
    ["that is not listed", "gone", ["i0", "i1", "i2", "i3", "i4"]],
  ])("shows five items around one %s", (_, id, expected) => {
    expect(ids(id)).toEqual(expected);
  });

  it("shows a short list whole", () => {
    expect(ids("i2", items.slice(0, 3))).toEqual(["i0", "i1", "i2"]);
    expect(ids(null, [])).toEqual([]);
  });
});

import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { expect, it } from "vitest";
import { momentsOf } from "./moments.ts";

const common = (seconds: number) => ({
  id: `item ${seconds}`,
  at: new Date(Date.UTC(2026, 10, 20, 12, 30, seconds)).toISOString(),
  atSeconds: seconds,
  personId: "ben",
});

it("of a long conversation, the marks at its end are still offered", () => {
  const chat = Array.from(
    { length: 80 },
    (_, index): RoomRecordItem => ({ ...common(index), kind: "chat", body: `Line ${index}` }),
  );
  const mark: RoomRecordItem = { ...common(90), kind: "mark", label: "good", note: "Names the leak" };
  const moments = momentsOf({ items: [...chat, mark], people: [] });
  expect(moments).toHaveLength(60);
  expect(moments[0]?.text).toBe("Line 0");
  expect(moments.at(-1)).toMatchObject({ source: "marked good", text: "Names the leak" });
});

it.each([
  [
    "failed",
    "1\nReferenceError: 'total' is not defined\n    at <eval> (main.js:3:13)\n",
    "ReferenceError: 'total' is not defined",
  ],
  ["failed", "", "ended with an error"],
  ["finished", "\n3\n4\n", "printed 3"],
] as const)("a run that %s with the output %j is offered as %j", (outcome, output, text) => {
  const run = { kind: "run", language: "javascript", outcome, output, durationMs: 5 } as const;
  expect(momentsOf({ items: [{ ...common(77), ...run }], people: [] })).toEqual([
    { id: "item 77", time: "1:17", source: "run 1", text },
  ]);
});

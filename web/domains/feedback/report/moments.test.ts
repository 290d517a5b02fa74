import type { RoomRecordItem } from "@greenroom/contract/rooms/room-record.ts";
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

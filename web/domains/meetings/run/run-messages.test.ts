import { expect, it } from "vitest";
import { programMessage } from "./run-messages.ts";

it.each([
  { type: "ready" },
  { type: "output", text: "a" },
  { type: "ended", outcome: "finished", durationMs: 3, isIntact: true },
])("takes %j", (message) => expect(programMessage(message)).toEqual(message));

it.each([
  null,
  "ready",
  { type: "toString" },
  { type: "output", text: 7 },
  { type: "ended", outcome: "stopped", durationMs: 3, isIntact: true },
  { type: "ended", outcome: "finished", durationMs: Number.NaN, isIntact: true },
  { type: "ended", outcome: "finished", durationMs: "3", isIntact: true },
])("drops %j, which no program of ours says", (data) => expect(programMessage(data)).toBeNull());

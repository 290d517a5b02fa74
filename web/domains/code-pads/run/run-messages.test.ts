import { expect, it } from "vitest";
import { parseProgramMessage } from "./run-messages.ts";

it.each([
  { type: "ready" },
  { type: "output", text: "a" },
  { type: "ended", outcome: "finished", durationMs: 3, isIntact: true },
])("accepts %j", (message) => expect(parseProgramMessage(message)).toEqual(message));

it.each([
  null,
  "ready",
  { type: "toString" },
  { type: "output", text: 7 },
  { type: "ended", outcome: "stopped", durationMs: 3, isIntact: true },
  { type: "ended", outcome: "finished", durationMs: Number.NaN, isIntact: true },
  { type: "ended", outcome: "finished", durationMs: "3", isIntact: true },
])("ignores %j, which our programs never send", (data) => expect(parseProgramMessage(data)).toBeNull());

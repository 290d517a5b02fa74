import { expect, it } from "vitest";
import { parseProgramMessage } from "./run-messages.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

it.each([
  { type: "ready" },
  { type: "figure", png, alt: "Figure 1" },
  { type: "output", text: "a" },
  { type: "ended", outcome: "finished", durationMs: 3, isIntact: true },
])("accepts %j", (message) => expect(parseProgramMessage(message)).toEqual(message));

it.each([
  null,
  "ready",
  { type: "toString" },
  { type: "output", text: 7 },
  { type: "figure", png: "PHN2Zz48L3N2Zz4=", alt: "Figure 1" },
  { type: "figure", png: `${png}" onerror="alert(1)`, alt: "Figure 1" },
  { type: "figure", png, alt: 1 },
  { type: "ended", outcome: "stopped", durationMs: 3, isIntact: true },
  { type: "ended", outcome: "finished", durationMs: Number.NaN, isIntact: true },
  { type: "ended", outcome: "finished", durationMs: "3", isIntact: true },
])("ignores %j, which our programs never send", (data) => expect(parseProgramMessage(data)).toBeNull());

it("never ends a figure's description in half a character", () => {
  const alt = `x${"😀".repeat(200)}`;
  expect(parseProgramMessage({ type: "figure", png, alt })).toMatchObject({ alt: `x${"😀".repeat(99)}` });
});

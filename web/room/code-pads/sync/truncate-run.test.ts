import { runOutputCharacters } from "@greenroom/contract/room/pad-runs.ts";
import { maxRoomMessageBytes } from "@greenroom/contract/room/room-messages.ts";
import { describe, expect, it } from "vitest";
import { truncateRun } from "./truncate-run.ts";

const run = { language: "python", outcome: "finished", durationMs: 5 } as const;

describe("a run for the room", () => {
  it("is sent unchanged when it fits", () => {
    expect(truncateRun({ ...run, output: "0.67\n" }).output).toBe("0.67\n");
  });

  it.each(["\u0001", "न", "x"])("is truncated when it does not fit into a message: %j", (character) => {
    const { output } = truncateRun({ ...run, output: character.repeat(runOutputCharacters) });
    expect(output.length).toBeLessThanOrEqual(runOutputCharacters);
    expect(Buffer.byteLength(JSON.stringify({ type: "run", run: { ...run, output } }))).toBeLessThan(
      maxRoomMessageBytes,
    );
  });

  it.each([0, 1])("does not end in half of a character: %i before the emoji", (count) => {
    // The size in bytes decides how often the output is cut, so some of these cuts fall into a character.
    const long = "x".repeat(count) + "\u0001😀".repeat(runOutputCharacters / 3);
    expect(truncateRun({ ...run, output: long }).output).not.toMatch(/\p{Surrogate}/u);
  });
});

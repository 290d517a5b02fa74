import { runOutputCharacters } from "@greenroom/contract/rooms/pad-runs.ts";
import { maxRoomMessageBytes } from "@greenroom/contract/rooms/room-messages.ts";
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
});

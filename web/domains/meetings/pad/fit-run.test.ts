import { runOutputCharacters } from "@greenroom/contract/code-runs.ts";
import { roomMessageBytes } from "@greenroom/contract/room-messages.ts";
import { describe, expect, it } from "vitest";
import { fitRun } from "./fit-run.ts";

const run = { language: "python", outcome: "finished", durationMs: 5 } as const;

describe("a run on its way to the room", () => {
  it("is told as it is when it fits", () => {
    expect(fitRun({ ...run, output: "0.67\n" }).output).toBe("0.67\n");
  });

  it.each(["\u0001", "न", "x"])("is cut when it does not fit into a message: %j", (character) => {
    const { output } = fitRun({ ...run, output: character.repeat(runOutputCharacters) });
    expect(output.length).toBeLessThanOrEqual(runOutputCharacters);
    expect(Buffer.byteLength(JSON.stringify({ type: "run", run: { ...run, output } }))).toBeLessThan(
      roomMessageBytes,
    );
  });
});

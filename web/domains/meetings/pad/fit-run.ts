import { type RunResult, runOutputCharacters } from "@greenroom/contract/code-runs.ts";
import { roomMessageBytes } from "@greenroom/contract/room-messages.ts";

/** What the rest of the message takes, in bytes, at most. */
const around = 1_000;
const cut = "\n… cut: too long to be shown to both";

/** A run that fits into one message of the socket: in some scripts a character takes several bytes. */
export function fitRun(run: RunResult): RunResult {
  let output = run.output;
  while (bytesOf(output) > roomMessageBytes - around || output.length > runOutputCharacters) {
    output = output.slice(0, Math.floor(output.length * 0.8) - cut.length) + cut;
  }
  return { ...run, output };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}

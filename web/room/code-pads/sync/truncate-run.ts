import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import { type PadRunResult, runOutputCharacters } from "@greenroom/contract/room/pad-runs.ts";
import { maxRoomMessageBytes } from "@greenroom/contract/room/room-messages.ts";

/** The most bytes that the rest of the message takes. */
const envelopeBytes = 1_000;
const truncationNote = "\n… cut: too long to be shown to both";

/**
 * Truncates a run so that it fits into one message of the socket: in some scripts a character takes several bytes.
 */
export function truncateRun(run: PadRunResult): PadRunResult {
  let output = run.output;
  const figureBytes = run.figures === undefined ? 0 : jsonBytes(run.figures);
  while (
    jsonBytes(output) + figureBytes > maxRoomMessageBytes - envelopeBytes ||
    output.length > runOutputCharacters
  ) {
    output = cutText(output, Math.floor(output.length * 0.8) - truncationNote.length) + truncationNote;
  }
  return { ...run, output };
}

function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

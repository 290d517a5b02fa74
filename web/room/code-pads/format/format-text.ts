import type { FormatOutcome } from "./format-editor.ts";

/** Whether the code is formatted now. */
export function isFormatted({ type }: FormatOutcome): boolean {
  return type === "formatted" || type === "unchanged";
}

/** The sentence that a person reads after "Format code". */
export function formatText(outcome: FormatOutcome): string {
  switch (outcome.type) {
    case "formatted":
      return "The code is formatted.";
    case "unchanged":
      return "The code was already formatted.";
    case "error": {
      const place = outcome.line === null ? "the code" : `line ${outcome.line}`;
      return `Nothing was formatted, because ${place} has an error: ${outcome.message}`;
    }
    case "read-only":
      return "The pad is read-only for you, so nothing was formatted.";
    case "too-long":
      return "The formatted code would be too long, so nothing was formatted.";
    case "busy-typing":
      return "The code changed while it was being formatted, so nothing was formatted. Try again.";
    case "timed-out":
      return "Formatting took too long, so it was stopped. The code is unchanged.";
    case "failed":
      return "This code cannot be formatted. It may be nested too deeply.";
    case "unavailable":
      return outcome.cause === "download"
        ? "The formatter could not be loaded. Check your connection, then try again."
        : "The formatter did not start on this device.";
  }
}

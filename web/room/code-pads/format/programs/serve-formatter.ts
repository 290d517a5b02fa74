import type { CodeError, FormatMessage } from "../format-messages.ts";
import { findEdits } from "./find-edits.ts";

/** The code cannot be formatted because of an error in it. */
export class InvalidCodeError extends Error {
  readonly line: number | null;

  constructor({ message, line }: CodeError) {
    super(message);
    this.line = line;
  }
}

/** Formats whole programs. @throws {InvalidCodeError} */
export type FormatText = (code: string) => string | Promise<string>;

/** The worker's side: starts a formatter with the files from the page, then formats each code that it receives. */
export function serveFormatter(start: (files: ArrayBuffer[]) => Promise<FormatText>): void {
  addEventListener(
    "message",
    async ({ data, ports: [port] }: MessageEvent<ArrayBuffer[]>) => {
      if (port === undefined) return;
      const send = (message: FormatMessage) => port.postMessage(message);
      try {
        const format = await start(data);
        port.onmessage = async ({ data: code }: MessageEvent<string>) => send(await answer(format, code));
        send({ type: "ready" });
      } catch (error) {
        console.error(error);
        send({ type: "broken" });
      }
    },
    { once: true },
  );
}

/** Deeply nested code can become a hundred times longer. No pad takes such a text, and it would block the page. */
const maxFormattedCharacters = 400_000;

async function answer(format: FormatText, code: string): Promise<FormatMessage> {
  try {
    if (code.trim() === "") return { type: "edits", edits: [] };
    const formatted = await format(code);
    if (formatted.length > maxFormattedCharacters) return { type: "failed" };
    return { type: "edits", edits: findEdits(code, formatted) };
  } catch (error) {
    if (error instanceof InvalidCodeError) return { type: "error", message: error.message, line: error.line };
    // For example, the code is nested too deeply for the stack.
    console.warn(error);
    return { type: "failed" };
  }
}

import initialize, { format } from "@wasm-fmt/ruff_fmt/web";
import { limitMemory } from "../../code-runs/programs/serve-program.ts";
import { type FormatText, InvalidCodeError } from "./serve-formatter.ts";

const maxMemoryBytes = 256 * 2 ** 20;

export async function startPythonFormatter([wasm]: (
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
)[]): Promise<FormatText> {
  limitMemory(maxMemoryBytes);
  await initialize(wasm);
  return (code) => {
    try {
      return format(code, "main.py", { indent_style: "space", indent_width: 4 });
    } catch (error) {
      // Only errors in the code are texts: "Expected `:`, found newline at byte range 8..9".
      if (typeof error !== "string") throw error;
      const [, message = error, offset] = /^(.+?) at byte range (\d+)\.\.\d+$/s.exec(error) ?? [];
      throw new InvalidCodeError({
        message,
        line: offset === undefined ? null : lineAt(code, Number(offset)),
      });
    }
  };
}

/** The line at an offset in bytes, counted from 1. */
function lineAt(code: string, offset: number): number {
  const before = new TextEncoder().encode(code).subarray(0, offset);
  return before.filter((byte) => byte === 10).length + 1;
}

import * as acorn from "prettier/plugins/acorn";
import * as estree from "prettier/plugins/estree";
import { format } from "prettier/standalone";
import { type FormatText, InvalidCodeError } from "./serve-formatter.ts";

export async function startJavascriptFormatter(): Promise<FormatText> {
  return async (code) => {
    try {
      return await format(code, { parser: "acorn", plugins: [acorn, estree] });
    } catch (error) {
      const { loc, message } = error as Error & { loc?: { start: { line: number } } };
      if (loc === undefined) throw error;
      // "Unexpected token (2:5)", followed by a picture of the lines.
      const problem = message.split("\n")[0]?.replace(/ \(\d+:\d+\)$/, "") ?? "";
      throw new InvalidCodeError({ message: problem, line: loc.start.line });
    }
  };
}

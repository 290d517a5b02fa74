import { formatDialect, postgresql } from "sql-formatter";
import { type FormatText, InvalidCodeError } from "./serve-formatter.ts";

export async function startSqlFormatter(): Promise<FormatText> {
  return (code) => {
    try {
      return `${formatDialect(code, { dialect: postgresql, tabWidth: 2, linesBetweenQueries: 1 })}\n`;
    } catch (error) {
      // "Parse error: Unexpected "}" at line 1 column 5." or "Parse error at token: «EOF» at line 1 column 5", and advice.
      const text = error instanceof Error ? error.message : "";
      const [, what, token, line] =
        /^Parse error(?:: (.+?)| at token: (.+?)) at line (\d+) column \d+/s.exec(text) ?? [];
      if (line === undefined) throw error;
      const message = what ?? `Unexpected ${token === "«EOF»" ? "end of the code" : token}`;
      throw new InvalidCodeError({ message, line: Number(line) });
    }
  };
}

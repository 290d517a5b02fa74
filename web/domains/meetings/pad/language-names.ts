import type { PadLanguage } from "@greenroom/contract/code-pad.ts";

export const languageNames: Record<PadLanguage, string> = {
  python: "Python",
  sql: "SQL",
  javascript: "JavaScript",
  text: "Plain text",
};

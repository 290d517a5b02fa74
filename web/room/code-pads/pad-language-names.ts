import type { PadLanguage } from "@greenroom/contract/room/code-pad.ts";

export const padLanguageNames: Record<PadLanguage, string> = {
  python: "Python",
  sql: "SQL",
  javascript: "JavaScript",
  text: "Plain text",
};

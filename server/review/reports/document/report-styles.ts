import type { Density } from "../../../kernel/pdf/fill-last-page.ts";
import type { TextStyle } from "../../../kernel/pdf/text-layout.ts";
import {
  colors as mentorColors,
  reportStyles as mentorStyles,
} from "../../feedback/feedback-file/report-style.ts";

/** Those of the mentor's PDF, and more. */
export const colors = { ...mentorColors, sunk: "#f2eee5", tint: "#e3f0e9", amber: "#8a5c00" } as const;

export function reportStyles(density: Density) {
  const mentor = mentorStyles(density);
  const { ink } = colors;
  return {
    ...mentor,
    headline: { font: "displayBold", size: 13, color: ink, lineGap: 3 },
    strong: { font: "bold", size: mentor.body.size + 0.5, color: ink, lineGap: 2 },
    figure: { font: "bold", size: 15, color: ink, lineGap: 1 },
  } as const satisfies Record<string, TextStyle | number>;
}
export type ReportStyles = ReturnType<typeof reportStyles>;

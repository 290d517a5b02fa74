import type { Density } from "../../../kernel/pdf/fill-last-page.ts";
import type { TextStyle } from "../../../kernel/pdf/text-layout.ts";

export const colors = {
  ink: "#12211b",
  muted: "#43544c",
  green: "#0d5c45",
  accent: "#e9b44c",
  line: "#dcd7ca",
  white: "#ffffff",
} as const;

export function reportStyles(density: Density) {
  const body = density === "normal" ? 10 : 9;
  const { ink, muted, green, white } = colors;
  return {
    title: { font: "displayBold", size: density === "normal" ? 25 : 22, color: ink },
    heading: { font: "displayBold", size: 14, color: ink },
    label: { font: "bold", size: body, color: ink, lineGap: 1 },
    small: { font: "regular", size: 8.5, color: muted, lineGap: 1 },
    smallBold: { font: "bold", size: 8.5, color: ink, lineGap: 1 },
    number: { font: "bold", size: 34, color: ink },
    lead: { font: "display", size: density === "normal" ? 14 : 12.5, color: ink, lineGap: 3 },
    body: { font: "regular", size: body, color: ink, lineGap: 2 },
    quote: { font: "display", size: body + 0.5, color: muted, lineGap: 2 },
    /** Code and output, which would be hard to read in a display font. */
    output: { font: "mono", size: body - 1, color: muted, lineGap: 2, keepsIndent: true },
    link: { font: "bold", size: 8.5, color: green, lineGap: 1 },
    inDisc: { font: "bold", size: 9, color: white },
    /** Space before a section, in points. */
    gap: density === "normal" ? 16 : 10,
  } as const satisfies Record<string, TextStyle | number>;
}
export type ReportStyles = ReturnType<typeof reportStyles>;

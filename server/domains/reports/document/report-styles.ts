import type { Density } from "../../../pdf/fill-last-page.ts";
import type { TextStyle } from "../../../pdf/pdf-document.ts";

/** The colors of the site's light theme. */
export const colors = {
  ink: "#12211b",
  inkSoft: "#43544c",
  line: "#e3ddd0",
  sunk: "#f2eee5",
  tint: "#e3f0e9",
  green: "#0d5c45",
  amber: "#8a5c00",
  accent: "#f4b740",
};

export function reportStyles(density: Density) {
  const body = density === "normal" ? 10 : 9;
  return {
    title: { font: "displayBold", size: density === "normal" ? 25 : 22, color: colors.ink },
    headline: { font: "displayBold", size: 13, color: colors.ink, lineGap: 3 },
    heading: { font: "displayBold", size: 14, color: colors.ink },
    strong: { font: "bold", size: body + 0.5, color: colors.ink, lineGap: 2 },
    body: { font: "regular", size: body, color: colors.ink, lineGap: 2 },
    quote: { font: "display", size: body + 0.5, color: colors.inkSoft, lineGap: 2 },
    /** Code and output, which would be hard to read in a display font. */
    output: { font: "regular", size: body, color: colors.inkSoft, lineGap: 2 },
    link: { font: "bold", size: 8.5, color: colors.green, lineGap: 2 },
    small: { font: "regular", size: 8.5, color: colors.inkSoft, lineGap: 2 },
    figure: { font: "bold", size: 15, color: colors.ink, lineGap: 1 },
    /** Space before a section, in points. */
    gap: density === "normal" ? 15 : 9,
  } as const satisfies Record<string, TextStyle | number>;
}
export type ReportStyles = ReturnType<typeof reportStyles>;

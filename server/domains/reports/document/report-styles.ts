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
  spot: "#f4b740",
};

export const styles = {
  brand: { font: "bold", size: 13, color: colors.ink },
  title: { font: "bold", size: 23, color: colors.ink },
  headline: { font: "bold", size: 13, color: colors.ink, lineGap: 3 },
  heading: { font: "bold", size: 14, color: colors.ink },
  strong: { font: "bold", size: 10.5, color: colors.ink, lineGap: 2 },
  body: { font: "regular", size: 10, color: colors.ink, lineGap: 2.5 },
  quote: { font: "regular", size: 10.5, color: colors.inkSoft, lineGap: 2.5 },
  link: { font: "bold", size: 9, color: colors.green, lineGap: 2 },
  small: { font: "regular", size: 9, color: colors.inkSoft, lineGap: 2 },
  figure: { font: "bold", size: 15, color: colors.ink, lineGap: 1 },
} as const satisfies Record<string, TextStyle>;

/* Our fonts have no emoji, which would print as empty boxes. Removes them together with the extra space.
   Unicode counts signs such as © and ™ as emoji, but the fonts have them. */

const emoji = "(?![©®™])[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u{1F3FB}-\\u{1F3FF}]";
const sequence = `${emoji}[\\uFE0F\\u20E3\\u{1F3FB}-\\u{1F3FF}]*(?:\\u200D${emoji}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]*)*`;
const stretch = new RegExp(`[ \\t]*(?:${sequence}[ \\t]*)+`, "gu");
const marks = /[\uFE0F\u20E3]/g;

export function printableText(text: string): string {
  return text
    .replace(stretch, (found, at: number, whole: string) => {
      const before = whole[at - 1];
      const after = whole[at + found.length];
      const isEdge = before === undefined || before === "\n" || after === undefined;
      return isEdge || /[\s.,;:!?)]/.test(after) ? "" : " ";
    })
    .replace(marks, "");
}

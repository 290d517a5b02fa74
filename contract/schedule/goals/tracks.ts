/* The kinds of interview that a goal can lead to. */

export const trackNames = [
  "ml-engineer",
  "ai-engineer",
  "data-scientist",
  "data-analyst",
  "general",
] as const;
export type Track = (typeof trackNames)[number];

/** The track that fits a target role in the interviewee's own words. */
export function trackOfRole(role: string): Track {
  const words = role.toLowerCase();
  if (/analy(st|tics)/.test(words)) return "data-analyst";
  if (/data scien/.test(words)) return "data-scientist";
  if (/\b(ai|llm|gen ?ai|nlp|prompt)\b/.test(words)) return "ai-engineer";
  if (/\b(ml|mle|mlops)\b|machine learning|deep learning|vision/.test(words)) return "ml-engineer";
  return "general";
}

/** Prepares a text of the question bank for reading aloud: removes the signs of its markup. */
export function speakable(text: string): string {
  return text
    .replaceAll(/```[\s\S]*?```/g, " ")
    .replaceAll(/[`*]/g, "")
    .replaceAll("_", " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** About 25 pages. The PDF of a longer resume would take seconds to draw. */
export const maxResumeCharacters = 100_000;
export const maxLinesOfText = 100;

export const resumeTooLongMessage = `Your resume is too long from here on: it can be at most ${maxResumeCharacters.toLocaleString("en-IN")} characters long in all.`;

/** True when a text has more lines than the PDF of a resume allows. */
export function hasTooManyLines(text: string): boolean {
  return text.split("\n").length > maxLinesOfText;
}

/**
 * The path of the field at which a resume exceeds its total length, in the order of the form; null when it
 * does not.
 */
export function findOverlongField(resume: object): (string | number)[] | null {
  let characters = 0;
  const visit = (value: unknown, path: (string | number)[]): (string | number)[] | null => {
    if (typeof value === "string") {
      characters += value.length;
      return characters > maxResumeCharacters ? path : null;
    }
    if (typeof value !== "object" || value === null) return null;
    for (const [key, entry] of Object.entries(value)) {
      const found = visit(entry, [...path, Array.isArray(value) ? Number(key) : key]);
      if (found !== null) return found;
    }
    return null;
  };
  return visit(resume, []);
}

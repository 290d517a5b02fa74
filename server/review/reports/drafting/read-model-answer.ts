import type { z } from "zod";

/** Finds the JSON in a model's answer, also between code fences or after a sentence; undefined if there is none. */
export function findJson(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/u.exec(text)?.[1];
  const braced = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, fenced ?? "", braced]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // Try the next form. The result is undefined if none matches.
    }
  }
  return undefined;
}

/** Describes what is wrong with an answer, in a line that helps the model to correct it. */
export function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined
    ? "the answer does not have the form that was asked for"
    : `${issue.path.join(".")}: ${issue.message}`;
}

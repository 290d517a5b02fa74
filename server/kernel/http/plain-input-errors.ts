import { z } from "zod";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * Makes every schema refuse input in a sentence that names the field. A schema's own sentence, where it has one,
 * explains more and takes precedence; zod's default messages are written for programmers.
 */
export function installPlainInputErrors(): void {
  z.config({ customError: plainSentence });
}

function plainSentence(issue: Issue): string {
  const name = nameField(issue.path ?? []);
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return `${name} is missing.`;
    return `${name} must be ${typeNames[issue.expected] ?? "of another type"}.`;
  }
  if (issue.code === "too_big" || issue.code === "too_small") return limitSentence(name, issue);
  if (issue.code === "invalid_value") return `${name} must be ${listValues(issue.values)}.`;
  if (issue.code === "invalid_format") return `${name} does not have the right form.`;
  if (issue.code === "not_multiple_of") return `${name} must be a multiple of ${issue.divisor}.`;
  return `${name} is not valid.`;
}

const typeNames: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function limitSentence(name: string, issue: Extract<Issue, { code: "too_big" | "too_small" }>): string {
  const isMost = issue.code === "too_big";
  const limit = isMost ? issue.maximum : issue.minimum;
  const bound = `${isMost ? "at most" : "at least"} ${limit}`;
  if (issue.origin === "string")
    return `${name} must be ${bound} ${limit === 1 ? "character" : "characters"} long.`;
  if (issue.origin === "array" || issue.origin === "set")
    return `${name} must have ${bound} ${limit === 1 ? "entry" : "entries"}.`;
  if (issue.inclusive === false) return `${name} must be ${isMost ? "less" : "more"} than ${limit}.`;
  return `${name} must be ${bound}.`;
}

/** The most values that a sentence lists. */
const maxListedValues = 12;

function listValues(values: readonly unknown[]): string {
  const names = values.map(String);
  if (names.length > maxListedValues) return "one of the known values";
  return names.length === 1 ? `${names[0]}` : `one of ${names.join(", ")}`;
}

/** `"startTime"`, `Entry 3 of "ticks"`, or the request itself. */
function nameField(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return "The request";
  if (typeof last !== "number") return `"${String(last).slice(0, 80)}"`;
  const list = path.findLast((part) => typeof part !== "number");
  return list === undefined ? `Entry ${last + 1}` : `Entry ${last + 1} of "${String(list).slice(0, 80)}"`;
}

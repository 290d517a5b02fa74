/** One line of what `doctor` has to say. */
export interface Finding {
  what: string;
  /** `wrong`: must be mended; `look`: works, and may not be what is meant. */
  level: "ok" | "look" | "wrong";
  says: string;
}

/** A check's own sentence when all is well; thrown is what is wrong. */
export async function examine(what: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { what, level: "ok", says: await check() };
  } catch (error) {
    return { what, level: "wrong", says: reasonsOf(error) };
  }
}

/** Each reason under the one above it, in one line and without repeating itself. */
export function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let at = error; at instanceof Error && reasons.length < 6; at = at.cause) {
    const { name, message } = at;
    const isNamed = !["Error", "AppError", "TypeError", "AggregateError"].includes(name);
    const reason = oneLine(isNamed && name !== message ? `${name}: ${message}` : message);
    // A refused connection to a name with two addresses says nothing by itself.
    const inner = at instanceof AggregateError ? at.errors.map((one: Error) => one.message).join(", ") : "";
    const whole = reason === "" ? inner : reason;
    if (whole !== "" && !reasons.some((earlier) => earlier.includes(whole))) reasons.push(whole);
  }
  return reasons.join(" < ") || String(error);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

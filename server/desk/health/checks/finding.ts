/** One line of the output of `doctor`. */
export interface Finding {
  name: string;
  /** `error`: must be fixed; `warning`: works, but may not be intended. */
  level: "ok" | "warning" | "error";
  message: string;
}

/** Runs a check. It returns its message if all is well, and throws the problem. */
export async function runCheck(name: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { name, level: "ok", message: await check() };
  } catch (error) {
    return { name, level: "error", message: formatReasons(error) };
  }
}

/** The chain of causes in one line, without repetition. */
export function formatReasons(error: unknown): string {
  const reasons: string[] = [];
  for (let at = error; at instanceof Error && reasons.length < 6; at = at.cause) {
    const { name, message } = at;
    const isNamed = !["Error", "AppError", "TypeError", "AggregateError"].includes(name);
    const reason = oneLine(isNamed && name !== message ? `${name}: ${message}` : message);
    // A refused connection to a name with two addresses has no message of its own.
    const inner = at instanceof AggregateError ? at.errors.map((one: Error) => one.message).join(", ") : "";
    const whole = reason === "" ? inner : reason;
    if (whole !== "" && !reasons.some((earlier) => earlier.includes(whole))) reasons.push(whole);
  }
  return reasons.join(" < ") || String(error);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

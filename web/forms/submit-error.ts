/** The parts of a failed call that a form needs: a message, and the fields with problems. */
export interface SubmitError {
  message: string;
  fields: { path: string; msg: string }[];
}

function isFieldProblem(value: unknown): value is { path: string; msg: string } {
  if (typeof value !== "object" || value === null) return false;
  return "path" in value && typeof value.path === "string" && "msg" in value && typeof value.msg === "string";
}

/**
 * Reads the error by its shape (`message`, `details: [{path, msg}]`), so that forms do not depend on the
 * client.
 */
export function readSubmitError(error: unknown): SubmitError {
  const details =
    typeof error === "object" && error !== null && "details" in error ? error.details : undefined;
  return {
    message:
      error instanceof Error && error.message ? error.message : "Something went wrong. Please try again.",
    fields: Array.isArray(details) ? details.filter(isFieldProblem) : [],
  };
}

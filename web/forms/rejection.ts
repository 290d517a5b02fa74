/** What a form can read from a failed call, whoever made it: a sentence, and the fields it speaks of. */
export interface Rejection {
  message: string;
  fields: { path: string; msg: string }[];
}

function isFieldProblem(value: unknown): value is { path: string; msg: string } {
  if (typeof value !== "object" || value === null) return false;
  return "path" in value && typeof value.path === "string" && "msg" in value && typeof value.msg === "string";
}

/** Reads the error by its shape (`message`, `details: [{path, msg}]`), so that forms need not know the client. */
export function readRejection(error: unknown): Rejection {
  const details =
    typeof error === "object" && error !== null && "details" in error ? error.details : undefined;
  return {
    message:
      error instanceof Error && error.message ? error.message : "Something went wrong. Please try again.",
    fields: Array.isArray(details) ? details.filter(isFieldProblem) : [],
  };
}

/** Connections refused, cut or not given: the database, and not what was asked of it. SQLSTATE classes 08 and 57P, 53300. */
const codes = new Set(["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE", "57P01", "57P02", "57P03", "53300"]);

/** What pg says without a code, also of a connection that was lost before the statement came to it. */
const sentences =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/i;

/** Whether an error says that the database is away, so that the same may be tried again later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return codes.has(code) || code.startsWith("08") || sentences.test(error.message);
}

/**
 * Errors that mean the database is unavailable, rather than that the statement is wrong: SQLSTATE classes 08
 * and 57P, 53100 (its disk is full) and 53300 (too many connections). During a failover the name may not resolve, the
 * machine may be gone, and the address may already lead to a standby that still refuses writes (25006).
 */
const connectionErrorCodes = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETIMEDOUT",
  "ECONNRESET",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "53100",
  "53300",
  "25006",
]);

/**
 * Messages of pg errors without a code, for example when the connection was lost before the statement was
 * sent.
 */
const connectionErrorMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/i;

/** Whether an error means that the database is unavailable, so that the caller can retry later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  return (
    connectionErrorCodes.has(code) ||
    code.startsWith("08") ||
    // The database's Unix socket is missing. A missing file has the same code.
    (code === "ENOENT" && syscall === "connect") ||
    connectionErrorMessages.test(error.message)
  );
}

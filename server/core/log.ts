import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

/** Structured log lines, to standard output by default. Credentials are removed before a line is written. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: [
        // For code that logs headers, such as the upload parser at the most verbose level.
        "*.headers.authorization",
        "*.headers.cookie",
        "*.password",
        "*.newPassword",
        "*.currentPassword",
        "*.otp",
        "*.token",
      ],
      censor: "[redacted]",
    },
    serializers: {
      // Logs paths without their query, which contains signed links and tickets. A calendar's path is itself
      // the key to it.
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        path: request.url.split("?")[0]?.replace(/^(\/api\/calendar-feed\/).+/i, "$1[redacted]"),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
  return pino(options, destination);
}

import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

/** Structured log lines, on standard output unless told. What opens a door is cut out before it is written. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: [
        // Whoever logs headers: the reader of uploads does, where everything is logged.
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
      // Paths without their query: signed links and tickets live there. A calendar's address is itself the key to it.
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

import { type Logger, pino } from "pino";

/** Structured log lines on standard output. What opens a door is cut out before it is written. */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: [
        "req.headers.authorization",
        "req.headers.cookie",
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
  });
}

import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

/** How many characters of lines wait while they cannot be written. Newer lines are dropped. */
const maxWaiting = 1_000_000;

/**
 * Standard output. A line that cannot be written, as on a full disk, must not end the server, and must not keep it from
 * ending. The lines wait, and are written with the next line that can be.
 */
function openStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: maxWaiting });
  let isFailing = false;
  output.on("error", () => {
    isFailing = true;
  });
  output.on("drain", () => {
    isFailing = false;
  });
  // At the end of the process this would repeat a failing write forever.
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    if (!isFailing) flush();
  };
  return output;
}

/** Structured log lines, to standard output by default. Credentials are removed before a line is written. */
export function createLog(level: string, destination: DestinationStream = openStandardOutput()): Logger {
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

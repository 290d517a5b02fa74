import { AppError } from "../../kernel/errors.ts";

/** The most characters that we read of one stream. */
const maxStreamCharacters = 500_000;

/**
 * Reads the data of server-sent events as JSON, until the stream or `[DONE]` ends them. Throws `unavailable` if the
 * connection breaks or an event is not JSON. Comments, names and ids of events are ignored: both vendors repeat the
 * name inside the data.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  provider: string,
): AsyncGenerator<unknown, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  let size = 0;
  try {
    for await (const chunk of body) {
      const text = decoder.decode(chunk, { stream: true });
      size += text.length;
      if (size > maxStreamCharacters) throw new Error(`the stream is longer than ${maxStreamCharacters}`);
      const events = (rest + text).split(/\r?\n\r?\n/);
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = dataOf(event);
        if (data === "[DONE]") return;
        if (data !== null) yield JSON.parse(data) as unknown;
      }
    }
  } catch (cause) {
    throw streamBrokenError(provider, cause);
  }
}

/** The data of one event, whose lines are joined; null for an event without data. */
function dataOf(event: string): string | null {
  const lines = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  return lines.length === 0 ? null : lines.join("\n");
}

/** Creates the error for a stream that broke, or that the provider ended with an error. */
export function streamBrokenError(provider: string, cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: `${provider} cannot be reached at the moment. Please try again shortly.`,
    retryAfterSeconds: 10,
    cause: new Error(`${provider}: the stream broke off`, { cause }),
  });
}

import type { OwnOutcome, ProgramMessage, RunRequest } from "../run-messages.ts";
import { OutputWriter } from "./output-writer.ts";

/** Runs a code to its end, as if none had run before. What it prints goes to the writer that the language was started with. */
type Run = (code: string) => Promise<OwnOutcome>;

/** The worker's side: starts the language with the files that the page sent, then runs the codes that come. */
export function serve(start: (files: ArrayBuffer[], output: OutputWriter) => Promise<Run>): void {
  addEventListener(
    "message",
    async ({ data, ports: [port] }: MessageEvent<ArrayBuffer[]>) => {
      if (port === undefined) return;
      const send = (message: ProgramMessage) => port.postMessage(message);
      const output = new OutputWriter(
        (text) => send({ type: "output", text }),
        () => performance.now(),
      );
      try {
        const run = await start(data, output);
        port.onmessage = async (request: MessageEvent<RunRequest>) => {
          output.reset();
          send({ type: "started" });
          const startedAt = performance.now();
          const end = await run(request.data.code).then(
            (outcome) => ({ outcome, isIntact: outcome !== "out_of_memory" }),
            (error: unknown) => {
              // Not an error of the code's own: what it stands on gave way under it.
              output.write(`\n${error}\n`);
              return { outcome: "failed" as const, isIntact: false };
            },
          );
          const durationMs = performance.now() - startedAt;
          output.flush();
          send({ type: "ended", durationMs, ...end });
        };
        send({ type: "ready" });
      } catch (error) {
        console.error(error);
        send({ type: "broken" });
      }
    },
    { once: true },
  );
}

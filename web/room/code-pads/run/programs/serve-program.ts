import type { ProgramMessage, ProgramOutcome, ProgramRequest } from "../run-messages.ts";
import { OutputWriter } from "./output-writer.ts";

/** Runs code to its end in a fresh state. Its output goes to the writer with which the language was started. */
type RunCode = (request: ProgramRequest) => Promise<ProgramOutcome>;

interface Language {
  /** Called before the run's time begins. */
  prepare?: (request: ProgramRequest) => Promise<boolean>;
  run: RunCode;
}

type Send = (message: ProgramMessage) => void;

/** The worker's side: starts the language with the files from the page, then runs each code that it receives. */
export function serveProgram(
  start: (files: ArrayBuffer[], output: OutputWriter, send: Send) => Promise<Language>,
): void {
  addEventListener(
    "message",
    async ({ data, ports: [port] }: MessageEvent<ArrayBuffer[]>) => {
      if (port === undefined) return;
      const send: Send = (message) => port.postMessage(message);
      const output = new OutputWriter(
        (text) => send({ type: "output", text }),
        () => performance.now(),
      );
      try {
        const { prepare, run } = await start(data, output, send);
        port.onmessage = async (request: MessageEvent<ProgramRequest>) => {
          output.reset();
          const isPrepared = (await prepare?.(request.data)) ?? true;
          send({ type: "started" });
          const startedAt = performance.now();
          const ending = await run(request.data).then(
            (outcome) => ({ outcome, isIntact: isPrepared && outcome !== "out_of_memory" }),
            (error: unknown) => {
              // Not an error of the user's code: the language itself failed.
              output.write(`\n${error}\n`);
              return { outcome: "failed" as const, isIntact: false };
            },
          );
          const durationMs = performance.now() - startedAt;
          output.flush();
          send({ type: "ended", durationMs, ...ending });
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

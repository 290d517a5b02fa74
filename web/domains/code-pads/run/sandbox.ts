import { codeSandboxPath } from "@greenroom/contract/rooms/pad-run-limits.ts";
import { type ProgramMessage, type ProgramRequest, parseProgramMessage } from "./run-messages.ts";
import type { Runtime } from "./runtime.ts";

/** How long the frame and its language may take to start, in milliseconds. Slow phones need this long. */
const startTimeoutMilliseconds = 90_000;
/**
 * How long after loading the frame may take to send its first message. Without it, the frame contains the browser's
 * own error page.
 */
const greetingTimeoutMilliseconds = 10_000;

type Listener = (message: ProgramMessage) => void;

/**
 * An iframe with an opaque origin and no network, with a language in a worker. Closing it ends everything that runs
 * there.
 */
export class Sandbox {
  /** Resolves when the language can run code; rejects when it could not start, or was closed before. */
  readonly ready: Promise<void>;
  readonly runtime: Runtime;
  /** The names of the packages that were sent to it. */
  readonly #packages = new Set<string>();
  readonly #frame = document.createElement("iframe");
  readonly #channel = new MessageChannel();
  readonly #closeController = new AbortController();
  #listener: Listener = () => undefined;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    this.ready = new Promise((resolve, reject) => this.#start(resolve, reject));
    // A spare sandbox has no caller yet; its failure is handled when it is used.
    this.ready.catch(() => undefined);
    this.#channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = parseProgramMessage(data);
      if (message) this.#listener(message);
    };
    this.#frame.hidden = true;
    this.#frame.title = "Where code runs";
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.src = codeSandboxPath;
    document.body.append(this.#frame);
  }

  #start(resolve: () => void, reject: (reason: unknown) => void): void {
    const { signal } = this.#closeController;
    const { program, files } = this.runtime;
    let hasGreeted = false;
    const rejectStart = () => reject(new Error("the sandbox did not start"));
    this.#listener = ({ type }) => {
      if (type === "ready") resolve();
      if (type === "broken") rejectStart();
    };
    const handleMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== this.#frame.contentWindow) return;
      if (data === "broken") this.#listener({ type: "broken" });
      if (data !== "here" || hasGreeted) return;
      hasGreeted = true;
      // "*", because a frame without an origin cannot be addressed. The message contains no secret.
      this.#frame.contentWindow?.postMessage({ program, files }, "*", [this.#channel.port2]);
    };
    const timers = [setTimeout(rejectStart, startTimeoutMilliseconds)];
    const handleLoad = () =>
      timers.push(setTimeout(() => hasGreeted || rejectStart(), greetingTimeoutMilliseconds));
    addEventListener("message", handleMessage, { signal });
    this.#frame.addEventListener("load", handleLoad, { signal });
    signal.addEventListener("abort", () => {
      timers.forEach(clearTimeout);
      reject(signal.reason);
    });
  }

  /** Runs code, after the previous run has ended. */
  run(request: ProgramRequest, listener: Listener): void {
    this.#listener = listener;
    const { files } = request.packages;
    for (const name of request.packages.names) this.#packages.add(name);
    this.#channel.port1.postMessage(
      request,
      files.map(({ content }) => content),
    );
  }

  /** The names of those packages that it does not have yet. */
  lacks(names: readonly string[]): string[] {
    return names.filter((name) => !this.#packages.has(name));
  }

  close(): void {
    this.#closeController.abort();
    this.#channel.port1.close();
    this.#frame.remove();
  }
}

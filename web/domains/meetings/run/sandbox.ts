import { codeSandboxPath } from "@greenroom/contract/code-run-limits.ts";
import { type ProgramMessage, programMessage, type RunRequest } from "./run-messages.ts";
import type { Runtime } from "./runtime.ts";

/** For so long the frame and the language in it may take to start, in milliseconds: slow phones need their time. */
const startPatience = 90_000;
/** After the frame has loaded, its first word; what loads without saying it is the browser's own error page. */
const greetingPatience = 10_000;

type Listener = (message: ProgramMessage) => void;

/**
 * A frame with an origin of its own and no network, and in it a language in a worker. Closing it ends whatever runs there.
 */
export class Sandbox {
  /** Settles when the language waits for code; rejects when it could not be started, or was closed before. */
  readonly ready: Promise<void>;
  readonly #frame = document.createElement("iframe");
  readonly #channel = new MessageChannel();
  readonly #closing = new AbortController();
  #listener: Listener = () => undefined;

  constructor(runtime: Runtime) {
    this.ready = new Promise((resolve, reject) => this.#start(runtime, resolve, reject));
    // Nobody need wait for it: a spare one that fails is found out when it is wanted.
    this.ready.catch(() => undefined);
    this.#channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = programMessage(data);
      if (message) this.#listener(message);
    };
    this.#frame.hidden = true;
    this.#frame.title = "Where code runs";
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.src = codeSandboxPath;
    document.body.append(this.#frame);
  }

  #start(runtime: Runtime, resolve: () => void, reject: (reason: unknown) => void): void {
    const { signal } = this.#closing;
    let isHere = false;
    const giveUp = () => reject(new Error("the place where code runs did not start"));
    this.#listener = ({ type }) => {
      if (type === "ready") resolve();
      if (type === "broken") giveUp();
    };
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== this.#frame.contentWindow) return;
      if (data === "broken") this.#listener({ type: "broken" });
      if (data !== "here" || isHere) return;
      isHere = true;
      // "*": a frame without an origin cannot be named. What is sent is nobody's secret.
      this.#frame.contentWindow?.postMessage(runtime, "*", [this.#channel.port2]);
    };
    const timers = [setTimeout(giveUp, startPatience)];
    const loaded = () => timers.push(setTimeout(() => isHere || giveUp(), greetingPatience));
    addEventListener("message", hear, { signal });
    this.#frame.addEventListener("load", loaded, { signal });
    signal.addEventListener("abort", () => {
      timers.forEach(clearTimeout);
      reject(signal.reason);
    });
  }

  /** Runs a code, after the one before has ended. */
  run(code: string, listener: Listener): void {
    this.#listener = listener;
    this.#channel.port1.postMessage({ code } satisfies RunRequest);
  }

  close(): void {
    this.#closing.abort();
    this.#channel.port1.close();
    this.#frame.remove();
  }
}

import { type ProgramMessage, type ProgramRequest, parseProgramMessage } from "./run-messages.ts";
import type { Runtime } from "./runtime.ts";
import { Sandbox } from "./sandbox.ts";

/** A sandbox with a language that runs code. */
export class RunSandbox extends Sandbox<ProgramRequest, ProgramMessage> {
  readonly runtime: Runtime;
  /** The names of the packages that were sent to it. */
  readonly #packages = new Set<string>();

  constructor(runtime: Runtime) {
    super(runtime, parseProgramMessage);
    this.runtime = runtime;
  }

  /** Runs code, after the previous run has ended. */
  run(request: ProgramRequest, listener: (message: ProgramMessage) => void): void {
    const { names, files } = request.packages;
    for (const name of names) this.#packages.add(name);
    this.send(
      request,
      listener,
      files.map(({ content }) => content),
    );
  }

  /** Whether it has the language of this runtime, with the same packages to choose from. */
  isOf({ program, packages }: Runtime): boolean {
    return this.runtime.program === program && this.runtime.packages === packages;
  }

  /** The names of those packages that it does not have yet. */
  lacks(names: readonly string[]): string[] {
    return names.filter((name) => !this.#packages.has(name));
  }
}

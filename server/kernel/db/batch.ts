interface BatchOptions {
  /** The most calls that one run takes. */
  maxSize: number;
  /** The most runs that are in progress at once. */
  maxConcurrent: number;
}

interface PendingCall<Input, Output> {
  input: Input;
  resolve(output: Output | Promise<Output>): void;
  reject(error: unknown): void;
}

/**
 * Lets calls that arrive at the same moment share one statement. Calls in one turn of the event loop go together,
 * and so do calls that arrive while `maxConcurrent` runs are in progress. `run` returns the results in the order of
 * the inputs; a result may be a promise that settles for that call alone. If `run` rejects, all of its calls
 * reject. A single call does not wait for others.
 */
export function batch<Input, Output>(
  run: (inputs: Input[]) => Promise<(Output | Promise<Output>)[]>,
  { maxSize, maxConcurrent }: BatchOptions,
): (input: Input) => Promise<Output> {
  let pending: PendingCall<Input, Output>[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || running >= maxConcurrent || pending.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const calls = pending.slice(0, maxSize);
      pending = pending.slice(maxSize);
      running += 1;
      void settle(calls).finally(() => {
        running -= 1;
        schedule();
      });
      schedule();
    });
  }

  async function settle(calls: PendingCall<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(calls.map(({ input }) => input));
      calls.forEach(({ resolve }, index) => {
        resolve(outputs[index] as Output | Promise<Output>);
      });
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      pending.push({ input, resolve, reject });
      schedule();
    });
}

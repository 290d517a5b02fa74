interface GatherOptions {
  /** Calls that one run takes at most. */
  most: number;
  /** Runs under way at once. */
  atOnce: number;
}

interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output | Promise<Output>): void;
  reject(error: unknown): void;
}

/**
 * Lets calls that come at the same moment share one statement: those of one turn of the event loop, and those that come
 * while `atOnce` runs are under way, go together in the next. `run` answers each input at its own place, also by a
 * promise that is that call's alone; when it rejects, all of its calls do. A call that comes alone waits for nobody.
 */
export function gather<Input, Output>(
  run: (inputs: Input[]) => Promise<(Output | Promise<Output>)[]>,
  { most, atOnce }: GatherOptions,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = [];
  let underWay = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || underWay >= atOnce || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const calls = waiting.slice(0, most);
      waiting = waiting.slice(most);
      underWay += 1;
      void settle(calls).finally(() => {
        underWay -= 1;
        schedule();
      });
      schedule();
    });
  }

  async function settle(calls: Waiting<Input, Output>[]): Promise<void> {
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
      waiting.push({ input, resolve, reject });
      schedule();
    });
}

import { describe, expect, it } from "vitest";
import { batch, createSemaphore } from "./concurrency.ts";

describe("semaphore", () => {
  /** A task that ends when the test resolves it. */
  function controlledTask() {
    let end = (): void => undefined;
    let fail = (_error: Error): void => undefined;
    const told = new Promise<void>((resolve, reject) => {
      [end, fail] = [resolve, reject];
    });
    return { run: () => told, end: () => end(), fail: (error: Error) => fail(error) };
  }

  describe("a semaphore", () => {
    it("runs as many tasks at once as it has places, and the others in order, even when one fails", async () => {
      const semaphore = createSemaphore({ places: 2, maxWaiting: 5, busyMessage: "Busy." });
      const started: string[] = [];
      const tasks = ["a", "b", "c", "d"].map((name) => ({ name, ...controlledTask() }));
      const runs = tasks.map(({ name, run }) =>
        semaphore.run(() => {
          started.push(name);
          return run();
        }),
      );
      await expect.poll(() => started).toEqual(["a", "b"]);
      tasks[1]?.fail(new Error("b broke"));
      await expect(runs[1]).rejects.toThrow("b broke");
      await expect.poll(() => started).toEqual(["a", "b", "c"]);
      for (const { end } of tasks) end();
      await Promise.all([runs[0], runs[2], runs[3]]);
      expect(started).toEqual(["a", "b", "c", "d"]);
    });

    it("refuses a task when the queue is full, and accepts one again when there is a place", async () => {
      const semaphore = createSemaphore({ places: 1, maxWaiting: 1, busyMessage: "Busy." });
      const [first, second] = [controlledTask(), controlledTask()];
      const runs = [semaphore.run(first.run), semaphore.run(second.run)];
      await expect(semaphore.run(async () => undefined)).rejects.toMatchObject({
        code: "unavailable",
        message: "Busy.",
      });
      first.end();
      second.end();
      await Promise.all(runs);
      expect(await semaphore.run(async () => "in")).toBe("in");
    });

    it("refuses a task that waited too long, and leaves the place to the next", async () => {
      const semaphore = createSemaphore({
        places: 1,
        maxWaiting: 1,
        maxWaitMilliseconds: 1,
        busyMessage: "Busy.",
      });
      const first = controlledTask();
      const run = semaphore.run(first.run);
      await expect(semaphore.run(async () => "late")).rejects.toMatchObject({ code: "unavailable" });
      first.end();
      await run;
      expect(await semaphore.run(async () => "in")).toBe("in");
    });
  });
});

describe("batch", () => {
  /** A batch whose runs end only when the test resolves them. */
  function startBatch(options: { maxSize: number; maxConcurrent: number }) {
    const runs: { inputs: number[]; end(error?: Error): void }[] = [];
    const call = batch<number, string>(
      (inputs) =>
        new Promise((resolve, reject) => {
          const end = (error?: Error) =>
            error ? reject(error) : resolve(inputs.map((input) => `<${input}>`));
          runs.push({ inputs, end });
        }),
      options,
    );
    return { runs, call };
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  describe("calls that arrive at the same moment", () => {
    it("share a run, and each gets its own result", async () => {
      const { runs, call } = startBatch({ maxSize: 8, maxConcurrent: 1 });
      const answers = Promise.all([1, 2, 3].map(call));
      await turn();
      expect(runs.map(({ inputs }) => inputs)).toEqual([[1, 2, 3]]);
      runs[0]?.end();
      expect(await answers).toEqual(["<1>", "<2>", "<3>"]);
    });

    it("are split into runs of a bounded size, with a bounded number at once", async () => {
      const { runs, call } = startBatch({ maxSize: 2, maxConcurrent: 2 });
      const answers = Promise.all([1, 2, 3, 4, 5].map(call));
      await turn();
      await turn();
      expect(runs.map(({ inputs }) => inputs)).toEqual([
        [1, 2],
        [3, 4],
      ]);
      runs[1]?.end();
      await turn();
      await turn();
      expect(runs[2]?.inputs).toEqual([5]);
      runs[0]?.end();
      runs[2]?.end();
      expect(await answers).toEqual(["<1>", "<2>", "<3>", "<4>", "<5>"]);
    });

    it("fail together, and later calls still work", async () => {
      const { runs, call } = startBatch({ maxSize: 8, maxConcurrent: 1 });
      const answers = Promise.allSettled([1, 2].map(call));
      await turn();
      const later = call(3);
      runs[0]?.end(new Error("away"));
      expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      await turn();
      runs[1]?.end();
      expect(await later).toBe("<3>");
    });
  });

  it("a single call runs at once", async () => {
    const { runs, call } = startBatch({ maxSize: 8, maxConcurrent: 1 });
    void call(1);
    await turn();
    expect(runs).toHaveLength(1);
  });
});

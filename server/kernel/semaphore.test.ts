import { describe, expect, it } from "vitest";
import { createSemaphore } from "./semaphore.ts";

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

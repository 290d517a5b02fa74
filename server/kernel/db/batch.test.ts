import { describe, expect, it } from "vitest";
import { batch } from "./batch.ts";

/** A batch whose runs end only when the test resolves them. */
function startBatch(options: { maxSize: number; maxConcurrent: number }) {
  const runs: { inputs: number[]; end(error?: Error): void }[] = [];
  const call = batch<number, string>(
    (inputs) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(inputs.map((input) => `<${input}>`)));
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

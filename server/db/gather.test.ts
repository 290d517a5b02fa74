import { describe, expect, it } from "vitest";
import { gather } from "./gather.ts";

/** A line whose runs end when the test says so. */
function startLine(options: { most: number; atOnce: number }) {
  const runs: { inputs: number[]; end(error?: Error): void }[] = [];
  const call = gather<number, string>(
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

describe("calls that come at the same moment", () => {
  it("share a run, and each has its own answer", async () => {
    const { runs, call } = startLine({ most: 8, atOnce: 1 });
    const answers = Promise.all([1, 2, 3].map(call));
    await turn();
    expect(runs.map(({ inputs }) => inputs)).toEqual([[1, 2, 3]]);
    runs[0]?.end();
    expect(await answers).toEqual(["<1>", "<2>", "<3>"]);
  });

  it("go in runs of a bounded size, so many at once", async () => {
    const { runs, call } = startLine({ most: 2, atOnce: 2 });
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

  it("fail together, and the next ones do not", async () => {
    const { runs, call } = startLine({ most: 8, atOnce: 1 });
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

it("a call that comes alone goes at once", async () => {
  const { runs, call } = startLine({ most: 8, atOnce: 1 });
  void call(1);
  await turn();
  expect(runs).toHaveLength(1);
});

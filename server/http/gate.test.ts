import { describe, expect, it } from "vitest";
import { createGate } from "./gate.ts";

/** Work that ends when it is told to. */
function workUntilTold() {
  let end = (): void => undefined;
  let fail = (_error: Error): void => undefined;
  const told = new Promise<void>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  return { run: () => told, end: () => end(), fail: (error: Error) => fail(error) };
}

describe("a gate of two places", () => {
  it("runs two at a time, the others in the order of asking, whatever becomes of the work", async () => {
    const gate = createGate({ places: 2, mostWaiting: 5 });
    const begun: string[] = [];
    const works = ["a", "b", "c", "d"].map((name) => ({ name, ...workUntilTold() }));
    const passes = works.map(({ name, run }) =>
      gate.pass(() => {
        begun.push(name);
        return run();
      }),
    );
    await expect.poll(() => begun).toEqual(["a", "b"]);
    works[1]?.fail(new Error("b broke"));
    await expect(passes[1]).rejects.toThrow("b broke");
    await expect.poll(() => begun).toEqual(["a", "b", "c"]);
    for (const { end } of works) end();
    await Promise.all([passes[0], passes[2], passes[3]]);
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  it("turns away who would be one too many to wait, and takes the next once there is a place", async () => {
    const gate = createGate({ places: 1, mostWaiting: 1 });
    const [first, second] = [workUntilTold(), workUntilTold()];
    const passes = [gate.pass(first.run), gate.pass(second.run)];
    await expect(gate.pass(async () => undefined)).rejects.toMatchObject({ code: "unavailable" });
    first.end();
    second.end();
    await Promise.all(passes);
    expect(await gate.pass(async () => "in")).toBe("in");
  });
});

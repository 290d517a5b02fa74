import { describe, expect, it } from "vitest";
import { findEndpointProblems, findJobProblems } from "./format-endpoints.ts";
import type { EndpointResult } from "./measure-endpoints.ts";
import type { JobResult } from "./measure-jobs.ts";

const operation: EndpointResult = {
  ...{ name: "GET /api/x", pairs: 40, succeeded: 0.5, status: 200, medians: [2, 2], ratio: 1, difference: 0 },
  ...{ noise: null, bytes: 500, failures: [] },
};
const job: JobResult = {
  ...{ name: "x.mail", runs: 15, medians: [2, 2], ratio: 1, difference: 0, failed: 0, idle: 0 },
};

describe("an operation", () => {
  it("has no problem if it did its work in the same time", () => {
    expect(findEndpointProblems(operation, false)).toEqual([]);
  });

  it("has one if it only refused", () => {
    const refused = { ...operation, succeeded: 0, status: 409, refusals: ["409 Nothing is due."] };
    expect(findEndpointProblems(refused, false)).toEqual(["GET /api/x: only refused: 409 Nothing is due."]);
  });

  it("has one if it grows by more than the scatter", () => {
    expect(findEndpointProblems({ ...operation, ratio: 1.5, difference: 0.9 }, false)).toEqual([]);
    expect(findEndpointProblems({ ...operation, ratio: 1.5, difference: 1 }, false)).toEqual([
      "GET /api/x: grows 1.5 times, by 1.0 ms",
    ]);
    const noise = { ratio: 1.6, difference: 1.1 };
    expect(findEndpointProblems({ ...operation, ratio: 1.5, difference: 1, noise }, false)).toEqual([]);
  });
});

describe("a queued job", () => {
  const idle = { ...job, runs: 0, medians: null, ratio: null, failed: 1, idle: 20 };

  it("has a problem if it was enqueued and did no work", () => {
    expect(findJobProblems(job, true)).toEqual([]);
    expect(findJobProblems(idle, true)).toEqual(["x.mail: did no work: 1 failed, 20 had nothing to do"]);
  });

  it("has none if nothing enqueued it, because only a part of the operations was called", () => {
    expect(findJobProblems(idle, false)).toEqual([]);
  });
});

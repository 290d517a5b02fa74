import { expect, it } from "vitest";
import { readMoment } from "./moments.ts";

it("reads a time at the start of a line as a moment", () => {
  expect(readMoment("[112:59, run 3] Recall")).toEqual({ time: "112:59", source: "run 3", text: "Recall" });
});

it.each(["[12:99]", "[12:60] Later", "[12:5]", "12:41 Recall"])("does not take %j for a moment", (line) => {
  expect(readMoment(line)).toBeNull();
});

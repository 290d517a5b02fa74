import type { PadRunResult } from "@greenroom/contract/room/pad-runs.ts";
import { expect, it } from "vitest";
import { idleText, runResultText, unavailableText } from "./run-text.ts";

const run: PadRunResult = { language: "python", outcome: "finished", output: "", durationMs: 1234 };

it.each<[Partial<PadRunResult>, string | null, string]>([
  [{}, null, "Ran in this page · 1.2 s"],
  [{ durationMs: 38 }, "Asha", "Run by Asha · 38 ms"],
  [{ durationMs: 38 }, "you", "Run by you · 38 ms"],
  [{ durationMs: 38 }, "You", "Run by You · 38 ms"],
  [{ outcome: "failed" }, null, "Ended with an error after 1.2 s."],
  [{ outcome: "stopped" }, "Asha", "Run by Asha. Stopped by hand after 1.2 s."],
  [{ outcome: "timed_out" }, null, "Stopped: code may run for 10 seconds."],
  [{ outcome: "out_of_memory" }, null, "Stopped: it needed more than 512 MB of memory."],
  [
    { outcome: "out_of_memory", language: "javascript" },
    null,
    "Stopped: it needed more than 64 MB of memory.",
  ],
])("%j of %s: %s", (given, by, words) => expect(runResultText({ ...run, ...given }, by).text).toBe(words));

it.each([
  ["python", "Output is shown to both of you."],
  ["sql", "Runs on PostgreSQL in this page. Results are shown to both of you."],
  ["text", "Python, JavaScript and SQL run here."],
])("before a run of %s it says: %s", (language, words) => expect(idleText(language)).toBe(words));

it("names the connection as the cause of a failed download only", () => {
  expect(unavailableText("python", "download")).toContain("Check your connection.");
  expect(unavailableText("python", "start")).toContain("This device may be slow");
  expect(unavailableText("python", "start")).not.toContain("connection");
});

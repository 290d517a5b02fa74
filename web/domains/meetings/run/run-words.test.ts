import type { RunResult } from "@greenroom/contract/code-runs.ts";
import { expect, it } from "vitest";
import { resultWords } from "./run-words.ts";

const run: RunResult = { language: "python", outcome: "finished", output: "", durationMs: 1234 };

it.each<[Partial<RunResult>, string | null, string]>([
  [{}, null, "Ran in this page · 1.2 s"],
  [{ durationMs: 38 }, "Asha", "Run by Asha · 38 ms"],
  [{ durationMs: 38 }, "You", "Run by you · 38 ms"],
  [{ outcome: "failed" }, null, "Ended with an error after 1.2 s."],
  [{ outcome: "stopped" }, "Asha", "Run by Asha. Stopped by hand after 1.2 s."],
  [{ outcome: "timed_out" }, null, "Stopped after 10 seconds, the longest that code may run here."],
  [{ outcome: "out_of_memory" }, null, "Stopped: it needed more than 512 MB of memory."],
  [
    { outcome: "out_of_memory", language: "javascript" },
    null,
    "Stopped: it needed more than 64 MB of memory.",
  ],
])("%j of %s: %s", (given, by, words) => expect(resultWords({ ...run, ...given }, by).words).toBe(words));

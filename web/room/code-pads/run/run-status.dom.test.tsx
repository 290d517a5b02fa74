import type { RunInProgress } from "@greenroom/contract/room/pad-runs.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { RunStatus } from "./run-status.tsx";

const lastRun = {
  result: { language: "python", outcome: "finished", output: "", durationMs: 1 },
  by: "Meera",
} as const;

function showStatus(running: RunInProgress | null) {
  renderScreen(
    <RunStatus
      language="python"
      state={{ phase: "idle" }}
      remote={lastRun}
      running={running && { ...running, by: "Meera" }}
    />,
  );
  return screen.getByRole("status").textContent;
}

it.each<[RunInProgress | null, string]>([
  [
    { language: "python", phase: "starting" },
    "Meera is running the code: Python is starting on their device…",
  ],
  [{ language: "python", phase: "running" }, "Meera is running the code…"],
  [{ language: "sql", phase: "starting" }, "Meera is running the code: SQL is starting on their device…"],
  [{ language: "sql", phase: "running" }, "Meera is running the code…"],
  [{ language: "javascript", phase: "running" }, "Meera is running the code…"],
  [null, "Run by Meera · 1 ms"],
])("while the other participant's run is %j, the status says: %s", (running, text) => {
  expect(showStatus(running)).toBe(text);
});

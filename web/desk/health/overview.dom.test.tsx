import type { Health } from "@greenroom/contract/desk/health.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { HealthOverview } from "./health-parts.tsx";

const calls = serveCallAnswers();

const health: Omit<Health, "storage"> = {
  ...{ version: "1.0.0", node: "20.19.0", startedAt: "2026-11-20T06:30:00.000Z" },
  database: { version: "17.2", megabytes: 120, schemaVersion: "0139_writing_time_of_feedback" },
  ...{ lastBackupAt: null, refusedAddresses: 0, practiceModel: null },
  jobs: { waiting: 0, waitingSince: null, failed: 0 },
};

it.each<[string, Health["storage"], string[]]>([
  [
    "a disk with room",
    { bucket: null, disk: { freeMegabytes: 12_340, megabytes: 50_000 } },
    ["12.3 GB free", "of 50 GB on the disk with the data folder"],
  ],
  [
    "a disk that is nearly full",
    { bucket: null, disk: { freeMegabytes: 400, megabytes: 50_000 } },
    ["0.4 GB free", "Less than a tenth of 50 GB on the disk with the data folder"],
  ],
  ["a bucket", { bucket: "greenroom-files", disk: null }, ["Bucket", "greenroom-files"]],
])("shows %s", async (_name, storage, texts) => {
  calls.set({ "GET /api/operator/access": { body: { level: "owner", timeZone: "Asia/Kolkata" } } });
  renderScreen(<HealthOverview health={{ ...health, storage }} />);
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
});

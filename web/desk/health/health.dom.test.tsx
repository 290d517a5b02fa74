import type { Health } from "@greenroom/contract/desk/health.ts";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ownerAccess, renderDesk } from "../desk.testing.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { HealthOverview, SettingsList } from "./health-parts.tsx";

const calls = serveCallAnswers();

beforeEach(() => {
  storeSession(sampleUser);
});

it("shows what a setting means without Markdown", async () => {
  const meaning =
    "`worker` runs jobs ([Several servers](#several-servers)), see [decision 3](decisions/3.md)";
  const values = [{ name: "GREENROOM_ROLE", isSet: false, value: null }];
  calls.set({
    "GET /api/operator/settings": {
      body: [{ names: ["GREENROOM_ROLE"], meaning, default: "`all`", values }],
    },
  });
  renderDesk(<SettingsList />);
  expect(await screen.findByText("worker runs jobs, see decision 3. Default: all.")).toBeDefined();
});

const job = { payload: "{}", reason: "No answer", failedAt: "2026-11-20T06:30:00.000Z" };
const id = "0190a5b8-0000-7000-8000-00000000000";

it("sends a failed refund to the list of refunds, and offers another try of any other job", async () => {
  calls.set({
    "GET /api/operator/jobs/failed": {
      body: [
        { ...job, _id: `${id}1`, name: "payments.send-refund", isRefund: true },
        { ...job, _id: `${id}2`, name: "payments.mail-refund", isRefund: false },
      ],
    },
  });
  renderDesk(<FailedJobs />);
  const link = await screen.findByRole("link", { name: "See the refunds" });
  expect(link.getAttribute("href")).toBe("/operator/money/refunds");
  expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(1);
  expect(screen.queryByText("{}")).toBeNull();
});

it("puts a discarded job back, also after the page was loaded again", async () => {
  const failed = { ...job, _id: `${id}1`, name: "payments.mail-refund", isRefund: false };
  calls.set({
    "GET /api/operator/access": { body: { ...ownerAccess, openUntil: "2099-01-01T00:00:00.000Z" } },
    "GET /api/operator/jobs/failed": [
      { body: [{ ...failed, restorableUntil: "2026-11-20T07:30:00.000Z" }] },
      { body: [failed] },
    ],
    [`POST /api/operator/jobs/${id}1/restoration/preview`]: {
      body: { lines: [{ label: "Job", text: "It fails again." }], typedConfirmation: null, version: "1" },
    },
    [`POST /api/operator/jobs/${id}1/restoration`]: {
      body: { msg: "payments.mail-refund is back among the failed jobs." },
    },
  });
  const { user } = renderDesk(<FailedJobs />);
  expect(await screen.findByText(/^Discarded, can be put back until \d\d:\d\d$/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Put back" }));
  await user.type(await screen.findByLabelText(/^Reason/), "The wrong one");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Put back" }));
  await screen.findByText("payments.mail-refund is back among the failed jobs.");
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByRole("button", { name: "Put back" })).toBeNull();
});

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
  renderDesk(<HealthOverview health={{ ...health, storage }} />);
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
});

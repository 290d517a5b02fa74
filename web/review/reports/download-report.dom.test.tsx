import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { DownloadReport } from "./download-report.tsx";

it.each([
  [
    "the server's name",
    "attachment; filename=\"report.pdf\"; filename*=UTF-8''report%20of%20Zo%C3%AB.pdf",
    "report of Zoë.pdf",
  ],
  ["its name for old clients", 'attachment; filename="interview-report.pdf"', "interview-report.pdf"],
  ["a name of its own without one", null, "download"],
])("saves the report under %s", async (_, disposition, name) => {
  storeSession(sampleUser);
  const headers = new Headers({ "content-type": "application/pdf" });
  if (disposition !== null) headers.set("content-disposition", disposition);
  vi.stubGlobal("fetch", async () => new Response("%PDF-", { headers }));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = renderScreen(<DownloadReport bookingId="b1" />);
  await user.click(screen.getByRole("button", { name: "Download Full Report" }));
  await expect.poll(() => saved).toEqual([name]);
});

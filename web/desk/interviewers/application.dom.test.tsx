import type { ApplicationDetail } from "@greenroom/contract/desk/interviewers.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import { ApplicationActions } from "./applications.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const application: ApplicationDetail = {
  ...{
    _id: id,
    name: "Ishaan Kulkarni",
    email: "ishaan@applicant.example",
    years: 6,
    roles: ["ai-engineer"],
  },
  ...{
    state: "received",
    submittedAt: "2026-11-20T06:30:00.000Z",
    experience: "LLM engineer",
    levels: ["mid"],
  },
  ...{ profileUrl: "https://example.com/ishaan", availability: "Evenings", sampleReview: "Good.", steps: [] },
  accountId: null,
};
const path = `/api/operator/applications/${id}`;
const previewOf = (text: string) => ({
  body: { lines: [{ label: "To", text }], typedConfirmation: null, version: text },
});

beforeEach(() => {
  storeSession(sampleUser);
});

function show(level: "support" | "owner", shown = application) {
  return renderDesk(<ApplicationActions application={shown} level={level} onErased={() => undefined} />);
}
const names = async () => (await screen.findAllByRole("button")).map(({ textContent }) => textContent);
const sent = (name: string) => calls.sent.filter((call) => call.name === name).map(({ body }) => body);

describe("the review of an application", () => {
  it("offers what the operator's level and the state allow", async () => {
    show("support");
    expect(await names()).toEqual(["Ask the applicant", "Invite to a trial", "Decline"]);
  });

  it("offers an owner to approve, to export and to erase", async () => {
    show("owner");
    expect(await names()).toEqual(expect.arrayContaining(["Approve", "Export", "Erase"]));
  });

  it("offers no further answer once it is decided", async () => {
    show("owner", { ...application, state: "declined" });
    expect(await names()).toEqual(["Export", "Erase"]);
  });

  it("approves after showing what follows, with a reason", async () => {
    calls.set({
      [`POST ${path}/approve/preview`]: previewOf("once the holder accepts"),
      [`POST ${path}/approve`]: { body: { msg: "Ishaan Kulkarni is approved and invited by email." } },
    });
    const { user } = show("owner");
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText("once the holder accepts");
    await user.type(dialog.getByLabelText(/^Reason/), "A clear review");
    await user.click(dialog.getByRole("button", { name: /^Approve/ }));
    await screen.findByText("Ishaan Kulkarni is approved and invited by email.");
    expect(sent(`POST ${path}/approve`)).toEqual([
      { reason: "A clear review", version: "once the holder accepts" },
    ]);
  });

  it("asks nothing without a question, and begins at its field", async () => {
    const { user } = show("support");
    await user.click(await screen.findByRole("button", { name: "Ask the applicant" }));
    const field = await screen.findByLabelText(/^Your question/);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    expect(calls.sent).toEqual([]);
  });
});

import type { DeskMentorPage } from "@greenroom/contract/desk/interviewers.ts";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk, samplePerson } from "../desk.testing.tsx";
import { MentorPageCard } from "./mentor-page-card.tsx";

const calls = serveCallAnswers();
const { _id: id } = samplePerson;
const checkId = "0190a5b8-0000-7000-8000-000000000007";
const check: DeskMentorPage["checks"][number] = {
  ...{ _id: checkId, kind: "degree", claim: "IIT Bombay degree", evidence: "Certificate, on a call" },
  ...{ by: { _id: id, name: "Asha Nair" }, at: "2026-11-20T06:30:00.000Z", isWithdrawn: false },
};
const empty: DeskMentorPage = { slug: null, isListed: false, hidden: null, checks: [] };
const hidden = { at: "2026-11-20T06:30:00.000Z", reason: "Another company's name." };
const previewOf = (text: string) => ({
  body: { lines: [{ label: "Page", text }], typedConfirmation: null, version: text },
});
const done = (msg: string) => ({ body: { msg, approvalId: null, undo: null } });

beforeEach(() => {
  storeSession(sampleUser);
});
const show = (page: DeskMentorPage, change: object = {}) =>
  renderDesk(<MentorPageCard person={{ ...samplePerson, role: "interviewer", ...change }} page={page} />);
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

describe("the public page at the desk", () => {
  it.each<[string, DeskMentorPage, string[]]>([
    ["Not written yet", empty, ["Record a check"]],
    ["Draft", { ...empty, slug: "kavya-r" }, ["Record a check", "Take the page down"]],
    [
      "Everybody sees it",
      { ...empty, slug: "kavya-r", isListed: true },
      ["Record a check", "Take the page down"],
    ],
    [
      "Taken down",
      { ...empty, slug: "kavya-r", isListed: true, hidden },
      ["Record a check", "Show the page again"],
    ],
  ])("that is %s has its actions", (state, page, names) => {
    show(page);
    expect(screen.getByText(state)).toBeDefined();
    expect(buttons()).toEqual(names);
    const links = screen.queryAllByRole("link", { name: "/mentors/kavya-r" });
    expect(links).toHaveLength(state === "Everybody sees it" ? 1 : 0);
    expect(screen.queryAllByText(/Another company's name\./)).toHaveLength(state === "Taken down" ? 1 : 0);
  });

  it("of a deleted account has no actions", () => {
    show(empty, { isDeleted: true });
    expect(buttons()).toEqual([]);
  });

  it("records a check with what was seen", async () => {
    const path = `POST /api/operator/people/${id}/mentor-checks`;
    calls.set({ [`${path}/preview`]: previewOf("On the page."), [path]: done("Recorded.") });
    const { user } = show(empty);
    await user.click(screen.getByRole("button", { name: "Record a check" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.selectOptions(dialog.getByLabelText("What you checked"), "Employer");
    await user.type(dialog.getByLabelText("Fact"), "Works at Acme");
    await user.type(dialog.getByLabelText("What you saw"), "Badge on a call");
    await dialog.findByText("On the page.");
    await user.type(dialog.getByLabelText("Reason"), "Asked by email");
    await user.click(dialog.getByRole("button", { name: "Record" }));
    await screen.findByText("Recorded.");
    expect(calls.sent.find(({ name }) => name === path)?.body).toEqual({
      ...{ kind: "employer", claim: "Works at Acme", evidence: "Badge on a call" },
      ...{ reason: "Asked by email", version: "On the page." },
    });
  });

  it.each([
    [/^Withdraw IIT Bombay degree$/, false],
    [/^Let it stand again IIT Bombay degree$/, true],
  ])("offers on a checked fact: %s", async (name, isWithdrawn) => {
    const path = `POST /api/operator/mentor-checks/${checkId}/withdrawal`;
    calls.set({ [`${path}/preview`]: previewOf("It changes.") });
    const { user } = show({ ...empty, checks: [{ ...check, isWithdrawn }] });
    expect(screen.getByText("Certificate, on a call")).toBeDefined();
    await user.click(screen.getByRole("button", { name }));
    await screen.findByText("It changes.");
    expect(calls.sent.at(-1)?.body).toEqual({ isWithdrawn: !isWithdrawn });
  });

  it("is taken down with a reason that the mentor reads", async () => {
    const path = `POST /api/operator/people/${id}/mentor-page/hide`;
    calls.set({ [`${path}/preview`]: previewOf("Nobody sees it.") });
    const { user } = show({ ...empty, slug: "kavya-r", isListed: true });
    await user.click(screen.getByRole("button", { name: "Take the page down" }));
    await screen.findByText("Nobody sees it.");
    expect(screen.getByText("Meera reads it by email and on their page.")).toBeDefined();
  });
});

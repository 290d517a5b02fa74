import type { AuditLine } from "@greenroom/contract/desk/audit.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import AuditPage from "../pages/audit.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-00000000000a";
const line = (change: Partial<AuditLine>): AuditLine => ({
  _id: "1",
  at: "2026-11-20T06:30:00.000Z",
  actorId: id,
  actor: "Asha Rege (asha@greenroom.example)",
  action: "user.blocked",
  subject: `user:${id}`,
  subjectName: "Meera Iyer",
  details: { reason: "Spam" },
  ...change,
});
const list = "GET /api/operator/audit";

function show(lines: AuditLine[], query = "") {
  calls.set({
    [list]: { body: lines },
    "GET /api/operator/audit/actions": { body: ["user.blocked", "session.opened"] },
  });
  return renderDesk(<AuditPage />, { path: `/operator/audit${query}` });
}

beforeEach(() => {
  storeSession(sampleUser);
});

describe("the audit log", () => {
  it("says in words what was done, with the code, the people and the operator's own time", async () => {
    show([line({})]);
    expect(await screen.findByText("Blocked a person")).toBeDefined();
    expect(screen.getByText("user.blocked")).toBeDefined();
    expect(screen.getByText("20 Nov 2026, 12:00")).toBeDefined();
    expect(screen.getByText("Reason: Spam.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Meera Iyer" }).getAttribute("href")).toBe(
      `/operator/people/${id}`,
    );
    expect(screen.getByRole("link", { name: /Asha Rege/ }).getAttribute("href")).toBe(
      `/operator/people/${id}`,
    );
  });

  it("has an empty cell for a line without details, which a phone leaves out", async () => {
    show([line({ details: {} })]);
    await screen.findByText("Blocked a person");
    const cells = screen.getAllByRole("cell").filter(({ dataset }) => dataset.label === "Details");
    expect(cells.map((cell) => cell.firstElementChild?.childNodes.length)).toEqual([0]);
  });

  it("links an id in the details to its page, and shows no other id", async () => {
    show([line({ details: { reason: "It froze", lotId: id, approvedBy: id } })]);
    const link = await screen.findByRole("link", { name: "person 0000000a" });
    expect(link.getAttribute("href")).toBe(`/operator/people/${id}`);
    expect(link.closest("td")?.textContent).toBe("Approved by: person 0000000a. Reason: It froze.");
  });

  it.each([
    [`application:${id}`, "Application 0000000a", `/operator/interviewers/applications/${id}`],
    [`work:late-feedback:${id}`, "Feedback is late", `/operator/bookings/${id}`],
    [`work:refused-refund:${id}`, "Refund refused", `/operator?line=refused-refund%3A${id}`],
    [`order:${id}`, "Order 0000000a", "/operator/money/orders"],
  ])("links %s", async (subject, name, href) => {
    show([line({ subject, subjectName: null })]);
    expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(href);
  });

  it("is filtered by the name of a person, the system, and a subject as it stands", async () => {
    const { user } = show([]);
    await screen.findByRole("heading", { name: "No matching lines" });
    await user.click(screen.getByRole("button", { name: "Filters" }));
    const lastQuery = () => calls.sent.filter(({ name }) => name === list).at(-1)?.query;
    await user.type(screen.getByLabelText("Done by"), "system{Enter}");
    await waitFor(() => expect(lastQuery()).toMatchObject({ actor: "system" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Done by"));
    await user.type(screen.getByLabelText("About"), "meera{Enter}");
    await waitFor(() => expect(lastQuery()).toMatchObject({ actor: "system", about: "meera" }));
    await user.clear(screen.getByLabelText("About"));
    await user.type(screen.getByLabelText("About"), "everybody{Enter}");
    await waitFor(() => expect(lastQuery()).toMatchObject({ actor: "system", subject: "everybody" }));
  });

  it("shows no earlier result while a filter has too few letters, says so, and takes them with Enter", async () => {
    const { user, search } = show([]);
    await screen.findByRole("heading", { name: "No matching lines" });
    await user.click(screen.getByRole("button", { name: "Filters" }));
    const about = screen.getByLabelText<HTMLInputElement>("About");
    await user.type(about, "mee");
    await waitFor(() => expect(search()).toBe("?subject=mee"));
    await user.type(about, "{Backspace}");
    expect(screen.getByText("Type 3 letters or press Enter")).toBeDefined();
    await waitFor(() => expect(search()).toBe(""));
    expect(about.value).toBe("me");
    await user.type(about, "{Enter}");
    await waitFor(() => expect(search()).toBe("?subject=me"));
    expect(screen.queryByText("Type 3 letters or press Enter")).toBeNull();
  });

  it("says what failed, and offers another try", async () => {
    show([]);
    calls.set({ [list]: { status: 500, body: { code: "internal", msg: "Something went wrong." } } });
    expect(await screen.findByRole("button", { name: /try again/i })).toBeDefined();
  });
});

import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import InterviewerInvitationPage from "./interviewer-invitation.tsx";

const calls = serveCallAnswers();
const path = "/api/user/interviewer-invitation";
const user = { ...sampleUser, timeZone: "UTC" };
const open = (obstacle: string | null = null) => ({
  body: { invitation: { expiresAt: "2026-12-04T06:30:00.000Z", obstacle } },
});
const show = () => renderScreen(<InterviewerInvitationPage />, { path: "/interviewer-invitation" });
const sent = (name: string) => calls.sent.filter((call) => call.name === name);

beforeEach(() => {
  storeSession(user);
});

describe("the invitation to become an interviewer", () => {
  it("names the account and what changes, and accepts", async () => {
    calls.set({
      [`GET ${path}`]: open(),
      [`POST ${path}/accept`]: { body: { msg: "You are an interviewer now." } },
      "GET /api/user/profile": { body: { ...user, role: "interviewer" } },
    });
    const { user: person } = show();
    expect(await screen.findByText(/You can no longer buy or book/)).toBeDefined();
    expect(screen.getByText(sampleUser.email)).toBeDefined();
    expect(screen.getByText(/4 Dec 2026, 06:30/)).toBeDefined();
    await person.click(screen.getByRole("button", { name: /^Accept/ }));
    expect(await screen.findByText(/You are an interviewer now/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Open your calendar" })).toBeDefined();
  });

  it("is declined without a change of the account", async () => {
    calls.set({
      [`GET ${path}`]: open(),
      [`POST ${path}/decline`]: { body: { msg: "Your account stays as it is." } },
    });
    const { user: person } = show();
    await person.click(await screen.findByRole("button", { name: "Decline" }));
    expect(await screen.findByText(/stays as it is/)).toBeDefined();
    expect(sent(`POST ${path}/accept`)).toEqual([]);
  });

  it("says why it cannot be accepted now, and sends nothing", async () => {
    calls.set({ [`GET ${path}`]: open("You still have sessions.") });
    const { user: person } = show();
    expect(await screen.findByText("You still have sessions.")).toBeDefined();
    await person.click(screen.getByRole("button", { name: /^Accept/ }));
    expect(sent(`POST ${path}/accept`)).toEqual([]);
  });

  it("tells when none is open", async () => {
    calls.set({ [`GET ${path}`]: { body: { invitation: null } } });
    show();
    expect(await screen.findByRole("heading", { name: "No open invitation" })).toBeDefined();
  });

  it("asks a visitor to sign in first", () => {
    localStorage.clear();
    const { path: where } = show();
    expect(where()).toBe("/signin");
  });
});

import type { Earning } from "@greenroom/contract/money/earnings.ts";
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "../../paths.ts";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import EarningsPage from "./pages/earnings.tsx";

const calls = serveCallAnswers();
const details = "GET /api/interviewer/payout-details";
const masked = { kind: "upi", holder: "Kavya Menon", account: "k••••@okbank", pan: "A••••••••F" };

beforeEach(() => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    "GET /api/user/profile": { body: { ...sampleUser, role: "interviewer" } },
    "GET /api/interviewer/earnings": { body: { transactions: [], totalEarnings: 0 } },
    [details]: { body: { current: null, pending: null } },
  });
});

describe("the earnings page", () => {
  it("says how much of the price is earned", async () => {
    renderScreen(<EarningsPage />);
    expect(
      await screen.findByText("You get 70% of what the candidate paid. Details in the CSV."),
    ).toBeDefined();
  });

  it("leads to the payout details while none are in use", async () => {
    renderScreen(<EarningsPage />);
    const link = await screen.findByRole("link", { name: "Add payout details" });
    expect(link.getAttribute("href")).toBe(paths.interviewerAccount);
  });

  it("says from when saved details are used", async () => {
    const pending = { ...masked, usableAt: "2026-11-26T12:30:00.000Z" };
    calls.set({ [details]: { body: { current: null, pending } } });
    renderScreen(<EarningsPage />);
    expect(await screen.findByText(/Your payout details start 26 Nov 2026, 18:00/)).toBeDefined();
    expect(screen.queryByRole("link", { name: "Add payout details" })).toBeNull();
  });

  it("names the account in use", async () => {
    calls.set({ [details]: { body: { current: masked, pending: null } } });
    renderScreen(<EarningsPage />);
    expect(await screen.findByText(/k••••@okbank/)).toBeDefined();
  });

  it("shows the bank's reference of a paid earning", async () => {
    const at = "2026-11-20T06:30:00.000Z";
    const earning: Earning = {
      _id: "0190a5b8-0000-7000-8000-000000000001",
      amount: 70,
      status: "credited",
      creditedAt: at,
      paidAt: at,
      payoutReference: "UTR-1",
      voided: null,
      createdAt: at,
      without: null,
      bookingId: {
        _id: "0190a5b8-0000-7000-8000-000000000002",
        startTime: at,
        userId: { firstName: "Meera", lastName: "Iyer" },
      },
    };
    calls.set({ "GET /api/interviewer/earnings": { body: { transactions: [earning], totalEarnings: 70 } } });
    renderScreen(<EarningsPage />);
    expect(await screen.findByText(/^Paid on .+, reference: UTR-1$/)).toBeDefined();
  });
});

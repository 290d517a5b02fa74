import type { Plan } from "@greenroom/contract/money/plans.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import PricingPage from "./pricing.tsx";

const calls = serveCallAnswers();
const plansCall = "GET /api/plans";

const plan = (planType: Plan["planType"], newPrice: number): Plan => ({
  planType,
  title: planType,
  sessions: 3,
  features: ["3 interviews"],
  highlight: planType === "Pro",
  listPrice: 999,
  lines: [{ label: "List price", kind: "list", amount: newPrice }],
  coupon: null,
  newPrice,
  amount: newPrice,
  pricePerSession: Math.round(newPrice / 3),
});
const plans = [plan("Basic", 99), plan("Pro", 499), plan("Premium", 749)];

function open() {
  return renderScreen(<PricingPage />, { path: "/pricing" });
}

describe("the prices", () => {
  it("are those of the visitor, as the server says", async () => {
    calls.set({ [plansCall]: { body: plans } });
    open();
    expect(await screen.findByText("₹499")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^Choose / })).toHaveLength(3);
  });

  it("can be loaded again after a lost connection", async () => {
    calls.set({ [plansCall]: ["cut", { body: plans }] });
    const { user } = open();
    expect(await screen.findByText("Network error or server unavailable")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("₹499")).toBeTruthy();
  });
});

it("choosing a plan while signed out opens the sign-up page, which returns to the plan", async () => {
  calls.set({ [plansCall]: { body: plans } });
  const { user, path, search } = open();
  await user.click(await screen.findByRole("button", { name: "Choose Pro" }));
  await waitFor(() => expect(path()).toBe("/signup"));
  expect(new URLSearchParams(search()).get("next")).toBe("/pricing?plan=Pro");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("offers an interviewer nothing to buy, and no account", async () => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    [plansCall]: { body: plans },
    "GET /api/user/profile": { body: { ...sampleUser, role: "interviewer" } },
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Choose Pro" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/signed in as an interviewer/)).toBeTruthy();
  expect(dialog.queryByRole("link")).toBeNull();
});

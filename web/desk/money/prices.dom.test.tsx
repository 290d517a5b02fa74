import type { DeskCoupon, DeskPrices } from "@greenroom/contract/desk/money/prices.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ownerAccess, renderDesk } from "../desk.testing.tsx";
import PricesPage from "../pages/money/prices.tsx";

const calls = serveCallAnswers();
const id = "0190a5b8-0000-7000-8000-000000000001";
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const version = { _id: id, createdAt: inAnHour, startsAt: inAnHour, withdrawnAt: null } as const;
const prices: DeskPrices = {
  plans: [
    {
      planType: "Pro",
      sessions: 3,
      listPrice: 999,
      visitorPrice: 499,
      versions: [{ ...version, state: "coming", listPrice: 1199 }],
    },
  ],
  founding: {
    places: 100,
    discount: 100,
    taken: 11,
    versions: [{ ...version, state: "coming", places: 1, discount: 50 }],
  },
};
const coupon: DeskCoupon = {
  ...{ _id: id, code: "DIWALI-25", kind: "percent", value: 25, plans: null, isLaunchOffer: false },
  ...{ startsAt: inAnHour, endsAt: null, stoppedAt: null, totalLimit: null, perUserLimit: 1 },
  ...{ uses: 0, state: "active" },
};
const preview = { body: { lines: [], typedConfirmation: "Pro", version: "v" } };
const done = (msg: string, fields: object = {}) => ({
  body: { msg, approvalId: null, undo: null, ...fields },
});
const sentTo = (name: string) => calls.sent.filter((call) => call.name === name).map(({ body }) => body);

beforeEach(() => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/operator/access": { body: ownerAccess },
    "GET /api/operator/prices": { body: prices },
    "GET /api/operator/coupons": { body: [coupon] },
    "POST /api/operator/prices/preview": preview,
    "POST /api/operator/coupons/preview": preview,
  });
});

function show() {
  return renderDesk(<PricesPage />);
}

async function confirm(user: ReturnType<typeof show>["user"], button: string, isTyped = true) {
  await user.type(await screen.findByLabelText(/^Reason/), "A mistake");
  const dialog = within(screen.getByRole("dialog"));
  if (isTyped) await user.type(dialog.getByLabelText(/^Type Pro/), "Pro");
  const confirmed = dialog.getByRole<HTMLButtonElement>("button", { name: button });
  await waitFor(() => expect(confirmed.disabled).toBe(false));
  await user.click(confirmed);
}

it("a single founding place is named in the singular", async () => {
  show();
  expect(await screen.findByRole("button", { name: "Withdraw 1 place, ₹50 off" })).toBeDefined();
});

describe("a change of prices", () => {
  const undo = {
    path: "/api/operator/prices",
    body: { planType: "Pro", listPrice: 999, startsAt: null, replaces: id },
    label: null,
  };

  it("starts now or later, and can be undone once", async () => {
    calls.set({
      "POST /api/operator/prices": [
        done("Pro costs ₹1.", { undo }),
        done("Pro costs ₹999 again.", { undo: { ...undo, body: {} } }),
      ],
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Change the price of Pro" }));
    const price = await screen.findByLabelText(/^New list price/);
    await user.clear(price);
    await user.type(price, "1");
    await user.type(await screen.findByLabelText(/^Starts/), "2099-01-01T10:00");
    await confirm(user, "Change the price");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText(/Pro costs ₹999 again/);
    expect(sentTo("POST /api/operator/prices")).toEqual([
      expect.objectContaining({ listPrice: 1, startsAt: expect.stringMatching(/^2099-01-01T/) }),
      { ...undo.body, reason: "Undone right after it was done", version: "v", typed: "Pro" },
    ]);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("that has not started is withdrawn", async () => {
    const withdrawal = `POST /api/operator/prices/${id}/withdrawal`;
    calls.set({
      [`${withdrawal}/preview`]: { body: { lines: [], typedConfirmation: null, version: "v" } },
      [withdrawal]: done("It is withdrawn."),
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Withdraw ₹1,199" }));
    await confirm(user, "Withdraw it", false);
    await screen.findByText(/It is withdrawn/);
  });
});

it("a coupon is made from what was entered", async () => {
  calls.set({ "POST /api/operator/coupons": done("The coupon DIWALI-25 is valid from now on.") });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Create a coupon" }));
  await user.type(await screen.findByLabelText(/^Code/), "DIWALI-25");
  await user.type(screen.getByLabelText(/^Discount/), "25");
  await confirm(user, "Create a coupon");
  await screen.findByText(/DIWALI-25 is valid/);
  expect(sentTo("POST /api/operator/coupons")).toMatchObject([
    { code: "DIWALI-25", kind: "percent", value: 25, plans: null, totalLimit: null, perUserLimit: 1 },
  ]);
});

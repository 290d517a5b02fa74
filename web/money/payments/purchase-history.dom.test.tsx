import type { Purchase } from "@greenroom/contract/money/payments.ts";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { PurchaseList } from "./purchase-history.tsx";

const calls = serveCallAnswers();

const purchase: Purchase = {
  ...{ _id: "0190a5b8-7c00-7000-8000-000000000001", planType: "Pro", sessions: 3, amount: 499 },
  ...{ refunded: 0, currency: "INR", lines: [], status: "captured", paidAt: "2026-11-20T06:30:00.000Z" },
  ...{ receipt: "GR-1", orderId: "order_1", paymentId: "pay_1" },
};

it.each<[string, Partial<Purchase>, string[]]>([
  ["a paid purchase", {}, ["Paid", "₹499"]],
  ["one that was refunded in part", { refunded: 166.34 }, ["Part refunded", "₹499", "₹166.34 refunded"]],
  ["one that was refunded", { status: "refunded", refunded: 499 }, ["Refunded", "₹499", "₹499 refunded"]],
  ["a goodwill refund of all of it", { refunded: 499 }, ["Refunded", "₹499", "₹499 refunded"]],
])("shows %s", async (_name, fields, texts) => {
  calls.set({ "GET /api/user/purchases": { body: [{ ...purchase, ...fields }] } });
  renderScreen(<PurchaseList />);
  const [, row] = await screen.findAllByRole("row");
  const cells = within(row as HTMLElement)
    .getAllByRole("cell")
    .slice(-2);
  expect(cells.map(({ textContent }) => textContent).join("")).toBe(texts.join(""));
});

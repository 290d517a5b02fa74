import type { PayoutBatch } from "@greenroom/contract/desk/money/payouts.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { dayKey } from "../../format/times.ts";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ownerAccess, renderDesk } from "../desk.testing.tsx";
import PayoutsPage from "../pages/money/payouts.tsx";
import { OpenBatch } from "./payout-batch.tsx";

const calls = serveCallAnswers();
const batchId = "0190a5b8-0000-7000-8000-000000000002";
const iraId = "0190a5b8-0000-7000-8000-000000000003";
const person = (personId: string, name: string) => ({
  interviewer: { _id: personId, name, email: `${name.toLowerCase()}@b.example` },
  entries: 1,
  amount: 70,
  open: 70,
});
const batch: PayoutBatch = {
  _id: batchId,
  madeAt: "2026-11-20T06:30:00.000Z",
  madeBy: "owner@b.example",
  askedPayouts: [],
  people: [
    person(iraId, "Ira"),
    person("0190a5b8-0000-7000-8000-000000000004", "Ravi"),
    { ...person("0190a5b8-0000-7000-8000-000000000005", "Paid"), open: 0 },
  ],
};

beforeEach(() => storeSession(sampleUser));

it("an export for the bank marks those that are chosen, with a reference of the desk's day", async () => {
  const path = "POST /api/operator/payouts";
  calls.set({
    [`${path}/preview`]: {
      body: { lines: [{ label: "Ira", text: "₹70.00" }], typedConfirmation: null, version: "1" },
    },
    [path]: { body: { msg: "₹70.00 is marked as paid.", approvalId: null } },
  });
  const { user } = renderDesk(<OpenBatch batch={batch} isOwner />);
  const paid = await screen.findByLabelText<HTMLInputElement>("Mark paid@b.example as paid");
  expect(paid.disabled).toBe(true);
  await user.click(screen.getByLabelText("Mark ravi@b.example as paid"));
  await user.click(screen.getByRole("button", { name: "Mark 1 as paid" }));
  await user.type(await screen.findByLabelText(/^Reason/), "Sent today");
  await user.click(screen.getByRole("button", { name: "Mark as paid" }));
  await screen.findByText("₹70.00 is marked as paid.");
  const reference = `Payout ${dayKey(new Date(), "Asia/Kolkata")}`;
  expect(calls.sent.find(({ name }) => name === path)?.body).toMatchObject({
    ...{ batchId, interviewerIds: [iraId], reason: "Sent today", reference },
  });
});

it("an export says which payouts wait for an approval, and does not choose them", async () => {
  const asked = { approvalId: "0190a5b8-0000-7000-8000-000000000006", askedAt: "2026-11-20T07:00:00.000Z" };
  const askedBy = { _id: iraId, name: "Owner", email: "owner@b.example" };
  const askedPayouts = [{ ...asked, askedBy, interviewerIds: [iraId] }];
  renderDesk(<OpenBatch batch={{ ...batch, askedPayouts }} isOwner />);
  await screen.findByText(/^owner@b\.example asked to mark payouts as paid on .+, which waits for another/);
  expect(screen.getAllByText(/waits for approval/)).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>("Mark ira@b.example as paid").checked).toBe(false);
  expect(screen.getByRole("button", { name: "Mark 1 as paid" })).toBeDefined();
});

it("a due amount that the bank may have already says how much of it is in the export", async () => {
  const returned = { at: "2026-11-21T00:30:00.000Z", reason: "The account is closed" };
  const due = (name: string, amount: number) => ({
    ...{
      interviewer: person(name, name).interviewer,
      amount,
      deducted: 0,
      entries: 2,
      detailsChangeAt: null,
    },
    details: { kind: "upi", holder: name, account: "ka•••@bank", pan: "••••••234F" },
  });
  const exported = (name: string, amount: number) => ({ ...person(name, name), amount, open: amount });
  const paid = (reference: string, back: typeof returned | null) => ({
    ...{ _id: reference, interviewer: person("Ira", "Ira").interviewer, amount: 5, entries: 1, reference },
    ...{ paidAt: "2026-11-19T00:30:00.000Z", returned: back },
  });
  const people = [exported("Kavya", 70), exported("Mia", 30), exported("Noor", 100)];
  calls.set({
    "GET /api/operator/access": { body: ownerAccess },
    "GET /api/operator/payout-batches/open": { body: { batch: { ...batch, people } } },
    "GET /api/operator/payouts/due": {
      body: [due("Kavya", 210), due("Ira", 140), due("Mia", 30), due("Noor", 30)],
    },
    "GET /api/operator/payouts": { body: [paid("A-1", null), paid("A-2", returned)] },
  });
  renderDesk(<PayoutsPage />);
  expect(await screen.findByText("₹70.00 of it is in the export above")).toBeDefined();
  expect(screen.getByText("In the export above")).toBeDefined();
  // An earning in it was taken back since.
  expect(screen.getByText("The export above has ₹100.00")).toBeDefined();
  expect(screen.getAllByText(/export above/)).toHaveLength(3);
  expect(screen.getByText("The account is closed")).toBeDefined();
  await waitFor(() => expect(screen.getAllByRole("button", { name: /The bank returned/ })).toHaveLength(1));
});

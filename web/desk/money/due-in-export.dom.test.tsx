import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import PayoutsPage from "../pages/money/payouts.tsx";

const calls = serveCallAnswers();
const returned = { at: "2026-11-21T00:30:00.000Z", reason: "The account is closed" };
const person = (name: string) => ({ _id: `id of ${name}`, name, email: `${name}@b.example` });

it("a due amount that the bank may have already says how much of it is in the export", async () => {
  storeSession(sampleUser);
  const due = (name: string, amount: number) => ({
    ...{ interviewer: person(name), amount, deducted: 0, entries: 2, detailsChangeAt: null },
    details: { kind: "upi", holder: name, account: "ka•••@bank", pan: "••••••234F" },
  });
  const exported = (name: string, amount: number) => ({
    ...{ interviewer: person(name), entries: 1, amount, open: amount },
  });
  const paid = (reference: string, back: typeof returned | null) => ({
    ...{ _id: reference, interviewer: person("Ira"), amount: 5, entries: 1, reference },
    ...{ paidAt: "2026-11-19T00:30:00.000Z", returned: back },
  });
  const people = [exported("Kavya", 70), exported("Mia", 30), exported("Noor", 100)];
  const batch = { _id: "1", madeAt: "2026-11-20T00:30:00.000Z", madeBy: "Asha", people };
  calls.set({
    "GET /api/operator/access": { body: { level: "owner", timeZone: "Asia/Kolkata" } },
    "GET /api/operator/payout-batches/open": { body: { batch: { ...batch, askedPayouts: [] } } },
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
  expect(screen.getAllByRole("button", { name: /The bank returned/ })).toHaveLength(1);
});

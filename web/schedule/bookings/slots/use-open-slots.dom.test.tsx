import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { useOpenSlots } from "./use-open-slots.ts";
import { useChosenInterviewerId, useSlotFilter } from "./use-slot-filter.ts";

const calls = serveCallAnswers();
const slotsCall = "GET /api/user/slots";
const arjun = { _id: "0190a5b8-7c00-7000-8000-00000000000a", firstName: "Arjun", lastName: "Rao" };
const kavya = { _id: "0190a5b8-7c00-7000-8000-00000000000b", firstName: "Kavya", lastName: "Menon" };
const soon = { _id: "slot-1", slotTime: "2026-11-21T06:30:00.000Z", interviewerId: arjun } as Slot;
const later = { _id: "slot-2", slotTime: "2026-12-18T06:30:00.000Z", interviewerId: kavya } as Slot;
const noSlots: readonly Slot[] = [];

function Page() {
  const { query } = useOpenSlots(useChosenInterviewerId());
  const [filter] = useSlotFilter(query.data ?? noSlots);
  return <p>{query.data === undefined ? "Loading" : (filter.interviewer?.name ?? "Everybody")}</p>;
}

it("loads the later slots for a link to an interviewer who has no earlier ones", async () => {
  storeSession(sampleUser);
  calls.set({ [slotsCall]: [{ body: [soon] }, { body: [soon, later] }] });
  renderScreen(<Page />, { path: `/book?interviewer=${kavya._id}`, route: "/book" });
  expect(await screen.findByText("Kavya Menon")).toBeDefined();
});

it("loads the first weeks alone for a link to an interviewer who has slots there", async () => {
  storeSession(sampleUser);
  calls.set({ [slotsCall]: [{ body: [soon] }, { body: [soon, later] }] });
  renderScreen(<Page />, { path: `/book?interviewer=${arjun._id}`, route: "/book" });
  expect(await screen.findByText("Arjun Rao")).toBeDefined();
  expect(calls.sent.filter(({ name }) => name.startsWith(slotsCall))).toHaveLength(1);
});

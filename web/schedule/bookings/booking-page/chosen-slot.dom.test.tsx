import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequireRole } from "../../../session/require-role.tsx";
import { userKey } from "../../../session/session-store.ts";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { useBookingFlow } from "./use-booking-flow.ts";

serveCallAnswers();
const slot = {
  _id: "0190a5b8-7c00-7000-8000-0000000000e1",
  slotTime: "2026-11-27T12:30:00.000Z",
  interviewerId: sampleBooking.interviewerId,
} as Slot;
const openSlots = [slot];

function Flow() {
  const { selected, select } = useBookingFlow(openSlots, { goal: null, timeZone: "Asia/Kolkata" });
  return <Button onClick={() => select(slot)}>{selected === null ? "Choose it" : "Chosen"}</Button>;
}

const page = (
  <RequireRole allow="interviewee" loading={null}>
    <Flow />
  </RequireRole>
);

it("survives a reload, and is not shown to the next person who signs in on the same tab", async () => {
  storeSession(sampleUser);
  const { user, unmount } = renderScreen(page);
  await user.click(await screen.findByRole("button", { name: "Choose it" }));
  unmount();
  const reloaded = renderScreen(page);
  await screen.findByRole("button", { name: "Chosen" });
  reloaded.unmount();
  storeSession({ ...sampleUser, _id: "0190a5b8-7c00-7000-8000-0000000000c2", firstName: "Rohan" });
  renderScreen(page);
  expect(await screen.findByRole("button", { name: "Choose it" })).toBeDefined();
});

it("is not shown to a person who signs in with another tab, which changes this page in place", async () => {
  storeSession(sampleUser);
  const { user } = renderScreen(page);
  await user.click(await screen.findByRole("button", { name: "Choose it" }));
  await screen.findByRole("button", { name: "Chosen" });
  storeSession({ ...sampleUser, _id: "0190a5b8-7c00-7000-8000-0000000000c3", firstName: "Rohan" });
  window.dispatchEvent(new StorageEvent("storage", { key: userKey }));
  expect(await screen.findByRole("button", { name: "Choose it" })).toBeDefined();
});

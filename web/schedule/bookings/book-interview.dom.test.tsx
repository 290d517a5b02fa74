import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { RequireRole } from "../../session/require-role.tsx";
import { useUser } from "../../session/session.tsx";
import { userKey } from "../../session/session-store.ts";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmBooking } from "./confirm-booking.tsx";
import { useBookingFlow } from "./create-booking.ts";
import BookingPage from "./pages/booking.tsx";

const interviewerId = { _id: "0190a5b8-7c00-7000-8000-00000000000a", firstName: "Kavya", lastName: "Menon" };
const slotTime = "2026-11-20T12:30:00.000Z";
const slot = { _id: "0190a5b8-7c00-7000-8000-0000000000d1", slotTime, interviewerId } as Slot;

/** The part of the booking page that confirms a slot, with the open slots as they are loaded. */
function Page() {
  const { sessionCount } = useUser();
  const [slots, setSlots] = useState([slot]);
  const flow = useBookingFlow(slots, { goal: null, timeZone: "Asia/Kolkata" });
  return (
    <>
      <button type="button" onClick={() => flow.select(slot)}>
        Friday at 18:00
      </button>
      <button type="button" onClick={() => setSlots([])}>
        Reload the slots
      </button>
      <ConfirmBooking
        slot={flow.selected}
        timeZone="Asia/Kolkata"
        sessionCount={sessionCount}
        bookingNotice={flow.notice}
        isBooking={flow.isBooking}
        onConfirm={flow.confirm}
        goal={null}
        onGoal={() => undefined}
      />
    </>
  );
}

describe("booking flow", () => {
  const bookCall = "POST /api/user/bookings";
  const meetingCall = "POST /api/meeting/create";
  const calls = serveCallAnswers();
  const bookings = () => calls.sent.filter(({ name }) => name === bookCall);
  const keys = () => bookings().map(({ headers }) => headers["idempotency-key"]);
  const booked = {
    status: 201,
    body: { ...sampleBooking, status: "pending", startTime: slotTime, interviewerId },
  };
  const taken = { status: 409, body: { code: "slot_taken", msg: "Somebody has just booked this slot." } };

  async function choose() {
    storeSession(sampleUser);
    const { user } = renderScreen(
      <RequireRole allow="interviewee" loading={null}>
        <Page />
      </RequireRole>,
    );
    await user.click(await screen.findByRole("button", { name: "Friday at 18:00" }));
    return { user, confirm: () => screen.getByRole("button", { name: /^Confirm/ }) };
  }

  beforeEach(() =>
    calls.set({
      [bookCall]: booked,
      [meetingCall]: {
        body: { zoomLink: "https://greenroom.example/r", msg: "✅ Booked, and the room is ready." },
      },
      "GET /api/user/profile": { body: sampleUser },
    }),
  );

  it("books a chosen slot once for two clicks, requests the meeting, and names the time", async () => {
    const { user, confirm } = await choose();
    await user.dblClick(confirm());
    expect(await screen.findByText("✅ Booked, and the room is ready.")).toBeDefined();
    expect(screen.getByText(/18:00.*with Kavya Menon$/)).toBeDefined();
    expect(bookings().map(({ body }) => body)).toEqual([
      { startTime: slotTime, interviewerId: interviewerId._id },
    ]);
    const meetings = calls.sent.filter(({ name }) => name === meetingCall);
    expect(meetings.map(({ body }) => body)).toEqual([{ bookingId: sampleBooking._id, startTime: slotTime }]);
  });

  it("says that the slot is taken, and asks for another one", async () => {
    calls.set({ [bookCall]: taken });
    const { user, confirm } = await choose();
    await user.click(confirm());
    expect(await screen.findByText("❌ Somebody has just booked this slot.")).toBeDefined();
    await user.click(confirm());
    expect(await screen.findByText("Please select an available slot.")).toBeDefined();
    expect(bookings()).toHaveLength(1);
  });

  it("repeats an attempt whose answer was lost under the same key", async () => {
    calls.set({ [bookCall]: ["cut", booked] });
    const { user, confirm } = await choose();
    await user.click(confirm());
    expect(await screen.findByText("✅ Booked, and the room is ready.")).toBeDefined();
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });

  it.each([
    ["a limit", 429],
    ["a sign-in that ended", 401],
  ])("repeats an attempt whose answer was lost under the same key after %s", async (_what, status) => {
    calls.set({
      [bookCall]: ["cut", { status, body: { code: "rate_limited", msg: "Wait a minute." } }, booked],
    });
    const { user, confirm } = await choose();
    await user.click(confirm());
    expect(await screen.findByText("❌ Wait a minute.")).toBeDefined();
    await user.click(confirm());
    expect(await screen.findByText("✅ Booked, and the room is ready.")).toBeDefined();
    expect(keys()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
  });

  it("uses a new key after a refusal", async () => {
    const refused = { status: 409, body: { code: "conflict", msg: "❌ You have another interview then." } };
    calls.set({ [bookCall]: [refused, booked] });
    const { user, confirm } = await choose();
    await user.click(confirm());
    expect(await screen.findByText("❌ You have another interview then.")).toBeDefined();
    await user.click(confirm());
    expect(await screen.findByText("✅ Booked, and the room is ready.")).toBeDefined();
    expect(new Set(keys()).size).toBe(2);
  });

  it("keeps the booking when its meeting cannot be created yet", async () => {
    calls.set({
      [meetingCall]: { status: 503, body: { code: "unavailable", msg: "Zoom is not available." } },
    });
    const { user, confirm } = await choose();
    await user.click(confirm());
    expect(await screen.findByText("❌ Zoom is not available.")).toBeDefined();
    expect(screen.getByText(/You're booked/)).toBeDefined();
    expect(bookings()).toHaveLength(1);
  });

  it("says that a chosen slot has gone when the list is loaded again", async () => {
    const { user } = await choose();
    await user.click(screen.getByRole("button", { name: "Reload the slots" }));
    expect(await screen.findByText(/18:00 with Kavya Menon is no longer available/)).toBeDefined();
  });

  it("says after the last session what is booked, not that none is left, and keeps the focus in the panel", async () => {
    const last = { ...sampleUser, sessionCount: 1 };
    calls.set({ "GET /api/user/profile": [{ body: last }, { body: { ...last, sessionCount: 0 } }] });
    const { user, confirm } = await choose();
    await user.click(confirm());
    expect(await screen.findByRole("button", { name: "See your booking" })).toBeDefined();
    expect(screen.getByText("✅ Booked, and the room is ready.")).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Booked"));
    expect(screen.queryByRole("heading", { name: "No sessions left" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Purchase More Sessions" })).toBeNull();
  });
});

const chosenSlot = {
  _id: "0190a5b8-7c00-7000-8000-0000000000e1",
  slotTime: "2026-11-27T12:30:00.000Z",
  interviewerId: sampleBooking.interviewerId,
} as Slot;
const openSlots = [chosenSlot];

function Flow() {
  const { selected, select } = useBookingFlow(openSlots, { goal: null, timeZone: "Asia/Kolkata" });
  return <Button onClick={() => select(chosenSlot)}>{selected === null ? "Choose it" : "Chosen"}</Button>;
}

describe("chosen slot", () => {
  serveCallAnswers();

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

  it("does not stand in the way of somebody who comes to wait for a mentor", async () => {
    storeSession(sampleUser);
    const { user, unmount } = renderScreen(page);
    await user.click(await screen.findByRole("button", { name: "Choose it" }));
    unmount();
    renderScreen(page, { path: "/booking?wait=kavya" });
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
});

describe("booking", () => {
  const calls = serveCallAnswers();
  const noPlan = "You Don't Have an Active Plan";
  const serverUnreachable = "Error connecting to the server. Please try again later.";
  const withoutPlan = { ...sampleUser, planType: null, sessionCount: 0 };
  const withoutBookings = { "GET /api/user/bookings": { body: [] } };

  function openPage(path = "/", state: object | null = null) {
    storeSession(withoutPlan);
    return renderScreen(
      <RequireRole allow="interviewee" loading={null}>
        <BookingPage />
      </RequireRole>,
      { path, state },
    );
  }

  it("does not say that there is no plan before it knows what was bought on another device", async () => {
    calls.set({ ...withoutBookings, "GET /api/user/profile": "hang" });
    openPage();
    expect(await screen.findByRole("heading", { name: "Book Your Interview" })).toBeDefined();
    expect(screen.queryByText(noPlan)).toBeNull();
  });

  it("says that there is no plan when the server says so, too", async () => {
    calls.set({ ...withoutBookings, "GET /api/user/profile": { body: withoutPlan } });
    openPage();
    expect(await screen.findByRole("heading", { name: noPlan })).toBeDefined();
  });

  it("shows what is held for somebody without a plan, to pay it", async () => {
    const hold = {
      slot: {
        _id: slot._id,
        slotTime: "2099-11-20T12:30:00.000Z",
        mentor: { firstName: "Kavya", lastName: "Menon", slug: null, timeZone: null },
      },
      heldUntil: "2099-11-20T12:42:00.000Z",
    };
    calls.set({
      ...withoutBookings,
      "GET /api/user/profile": { body: withoutPlan },
      "GET /api/user/slot-hold": { body: { hold } },
    });
    openPage();
    expect(await screen.findByText("Held for you until 18:12.")).toBeDefined();
    expect(screen.getByText(/^Kavya Menon · .*20 Nov.*18:00/)).toBeDefined();
    for (const name of ["Pay and book", "View Plans"])
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(`/pricing?slot=${slot._id}`);
  });

  it("no longer asks for another slot than the paid one once another one is chosen", async () => {
    const startsAt = new Date(Date.now() + 172_800_000).toISOString();
    const gone = { _id: "0190a5b8-7c00-7000-8000-0000000000d9", slotTime: startsAt, state: "gone" };
    const mentor = { firstName: "Kavya", lastName: "Menon", slug: null, timeZone: null };
    const state = (change: object) => ({
      body: { mentor, heldUntil: null, bookingId: null, nearest: [], ...change },
    });
    const near = { _id: slot._id, slotTime: startsAt, mentor };
    calls.set({
      ...withoutBookings,
      "GET /api/user/profile": { body: sampleUser },
      "GET /api/user/waits": { body: { waits: [], offer: null } },
      "GET /api/user/slots": { body: [{ ...slot, slotTime: startsAt }] },
      [`GET /api/slots/${gone._id}`]: state({ ...gone, nearest: [near] }),
      [`GET /api/slots/${slot._id}`]: state({ ...near, state: "open" }),
    });
    const message = "The slot that you chose could not be booked. Please choose another one.";
    const { user } = openPage(`/?slot=${gone._id}`, { message });
    expect(await screen.findByText(message)).toBeDefined();
    await user.click(await screen.findByRole("button", { name: /^Kavya Menon · / }));
    expect(await screen.findByText(/with Kavya Menon is selected/)).toBeDefined();
    expect(screen.queryByText(message)).toBeNull();
  });

  it("says nothing about a plan when the server could not be asked, and asks again", async () => {
    calls.set({ ...withoutBookings, "GET /api/user/profile": ["cut", { body: withoutPlan }] });
    const { user } = openPage();
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getByText(serverUnreachable)).toBeDefined();
    expect(screen.queryByText(noPlan)).toBeNull();
    await user.click(retry);
    expect(await screen.findByRole("heading", { name: noPlan })).toBeDefined();
  });

  it("leaves it to the notice at the foot of the page to say that the session has ended", async () => {
    const ended = { status: 401, body: { code: "not_signed_in", msg: "Your session has ended." } };
    const upcoming = { ...sampleBooking, status: "pending" };
    calls.set({
      "GET /api/user/profile": { body: { ...sampleUser } },
      "GET /api/user/bookings": { body: [upcoming] },
      "GET /api/user/slots": ended,
      "GET /api/user/interviewers": ended,
    });
    openPage();
    expect(await screen.findByText("Your Upcoming Bookings")).toBeDefined();
    await waitFor(() => expect(calls.sent.some(({ name }) => name.endsWith("/slots"))).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.queryByText(serverUnreachable)).toBeNull();
  });

  it("keeps the result of the last session on the page while the booking is still being loaded", async () => {
    const last = { ...sampleUser, sessionCount: 1 };
    const open = { ...slot, slotTime: new Date(Date.now() + 172_800_000).toISOString() };
    calls.set({
      "GET /api/user/profile": [{ body: last }, { body: { ...last, sessionCount: 0 } }],
      "GET /api/user/bookings": [{ body: [] }, "hang"],
      "GET /api/user/slots": { body: [open] },
      "POST /api/user/bookings": {
        status: 201,
        body: { ...sampleBooking, status: "pending", interviewerId },
      },
      "POST /api/meeting/create": {
        body: { zoomLink: "https://greenroom.example/r", msg: "✅ Booked, and the room is ready." },
      },
    });
    const { user } = openPage();
    await user.click(
      (await screen.findAllByRole("button", { name: /^Open slot with Kavya Menon/ }))[0] as Element,
    );
    await user.click(screen.getByRole("button", { name: /^Confirm/ }));
    expect(await screen.findByText("✅ Booked, and the room is ready.")).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.getByText("✅ Booked, and the room is ready.")).toBeDefined();
  });
});

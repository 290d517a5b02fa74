import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { RequireRole } from "../../../session/require-role.tsx";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import CalendarPage from "./calendar.tsx";

const calls = serveCallAnswers();
const list = "GET /api/interviewer/availability";
const add = "POST /api/interviewer/availability";
const day = 24 * 60 * 60_000;
const kolkataOffset = 5.5 * 60 * 60_000;
/** Tomorrow at 18:00 in Kolkata, where the next day begins at 18:30 UTC. */
const tomorrow = new Date(
  Math.floor((Date.now() + kolkataOffset) / day + 1) * day + 18 * 60 * 60_000 - kolkataOffset,
);
const dateOf = (date: Date) => date.toISOString().slice(0, 10);

const freeSlot: Availability = {
  _id: "0190a5b8-7c00-7000-8000-0000000000d1",
  slotTime: tomorrow.toISOString(),
  endTime: new Date(tomorrow.getTime() + 45 * 60_000).toISOString(),
  booking: null,
  allowedActions: ["delete"],
};
const remove = `DELETE /api/interviewer/availability/${freeSlot._id}`;
const stats = { averageRating: null, available: 1, booked: 0, completed: 4 };

beforeEach(() => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    [list]: { body: [freeSlot] },
    "GET /api/interviewer/dashboard-stats": { body: stats },
    "GET /api/interviewer/bookings": { body: [] },
    "GET /api/user/profile": { body: { ...sampleUser, role: "interviewer" } },
  });
});

function openPage() {
  const { user } = renderScreen(
    <RequireRole allow="interviewer" loading={null}>
      <CalendarPage />
    </RequireRole>,
  );
  const form = () => screen.getByRole("form", { name: "Add a slot" });
  return {
    user,
    press: async (name: string | RegExp) => user.click(await screen.findByRole("button", { name })),
    /** Fills the form beside the calendar, and sends it. */
    async offer(date: string, time: string) {
      fireEvent.change(await screen.findByLabelText(/^Date/), { target: { value: date } });
      fireEvent.change(screen.getByLabelText(/^Start time/), { target: { value: time } });
      await user.click(within(form()).getByRole("button", { name: "Add slot" }));
    },
  };
}

/** The calls with this name. */
const sent = (name: string) => calls.sent.filter((call) => call.name === name);

describe("an interviewer's calendar", () => {
  it("shows the figures, and says that nobody has booked", async () => {
    openPage();
    const label = await screen.findByText("Available Slots");
    await waitFor(() => expect(label.closest("div")?.textContent).toContain("1"));
    expect(await screen.findByText("Nobody has booked you yet")).toBeDefined();
  });

  it("says when it cannot be loaded, and tries again", async () => {
    calls.set({ [list]: { status: 500, body: {} } });
    const { press } = openPage();
    await screen.findByText(/Failed to load your calendar/);
    calls.set({ [list]: { body: [freeSlot] } });
    await press("Try again");
    await waitFor(() => expect(screen.queryByText(/Failed to load your calendar/)).toBeNull());
  });
});

describe("a slot that is added by the form", () => {
  it("is offered only after a question that names day, time and zone", async () => {
    calls.set({ [add]: { status: 201, body: freeSlot } });
    const { offer, press } = openPage();
    await offer(dateOf(tomorrow), "18:00");
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toMatch(/Make slot available.*18:00/);
    expect(dialog.textContent).toContain("Times in");
    expect(sent(add)).toEqual([]);
    const loaded = sent(list).length;
    await press("Make available");
    expect(await screen.findByText(/^✅ Slot added: .*18:00/)).toBeDefined();
    expect(sent(add).map(({ body }) => body)).toEqual([{ slotTime: freeSlot.slotTime }]);
    expect(sent(list).length).toBeGreaterThan(loaded);
  });

  it("is not sent when the question is declined", async () => {
    const { offer, press } = openPage();
    await offer(dateOf(tomorrow), "18:00");
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent(add)).toEqual([]);
  });

  it("in the past is refused without a call", async () => {
    const { offer } = openPage();
    await offer("2020-01-01", "18:00");
    expect((await screen.findByRole("alertdialog")).textContent).toContain("The slot was not added");
    expect(sent(add)).toEqual([]);
  });

  it("that the server refuses shows the server's sentence", async () => {
    const msg = "This slot overlaps one of your slots.";
    calls.set({ [add]: { status: 409, body: { code: "slot_overlaps", msg } } });
    const { offer, press } = openPage();
    await offer(dateOf(tomorrow), "18:00");
    await press("Make available");
    await waitFor(() => expect(screen.getByRole("alertdialog").textContent).toContain(msg));
  });
});

describe("a free slot", () => {
  const select = async (press: (name: RegExp) => Promise<void>) => {
    await press(/^Day$/);
    await press(/^Next/);
    await press(/18:00/);
  };

  it("is deleted after a question", async () => {
    calls.set({ [remove]: { status: 204, body: null } });
    const { press } = openPage();
    await select(press);
    await press("Delete Slot");
    const dialog = await screen.findByRole("alertdialog", { name: /delete this available slot/ });
    calls.set({ [list]: { body: [] } });
    within(dialog).getByRole("button", { name: "Delete Slot" }).click();
    expect(await screen.findByText("✅ Slot deleted.")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Available slot")).toBeNull());
  });

  it("that was booked meanwhile stays, with the reason, and the calendar is loaded again", async () => {
    const msg = "This slot has just been booked.";
    calls.set({ [remove]: { status: 409, body: { code: "slot_booked", msg } } });
    const { press } = openPage();
    await select(press);
    await press("Delete Slot");
    const dialog = await screen.findByRole("alertdialog", { name: /delete this available slot/ });
    const loaded = sent(list).length;
    within(dialog).getByRole("button", { name: "Delete Slot" }).click();
    await waitFor(() => expect(screen.getByRole("alertdialog").textContent).toContain(msg));
    await waitFor(() => expect(sent(list).length).toBeGreaterThan(loaded));
  });
});

describe("a week with many slots", () => {
  /** Ten on each of six days. */
  const slots = Array.from({ length: 60 }, (_, index): Availability => {
    const startsAt = new Date(tomorrow.getTime() - 10 * 3_600_000 + (index % 6) * day + index * 10 * 60_000);
    return {
      ...freeSlot,
      _id: `0190a5b8-7c00-7000-8000-0000000001${String(index).padStart(2, "0")}`,
      slotTime: startsAt.toISOString(),
      endTime: new Date(startsAt.getTime() + 45 * 60_000).toISOString(),
    };
  });

  it("is not drawn again for a dialog that opens, because that would take a second on a phone", async () => {
    calls.set({ [list]: { body: slots } });
    const { offer, press } = openPage();
    await press(/^Week$/);
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: /^Available slot/ }).length).toBeGreaterThan(20),
    );
    // Each event that is drawn formats its range, and each slot that is read formats its day.
    const drawn = vi.spyOn(Intl.DateTimeFormat.prototype, "formatRangeToParts");
    const read = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
    await offer(dateOf(tomorrow), "18:00");
    await screen.findByRole("alertdialog");
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(drawn.mock.calls.length).toBeLessThan(20);
    expect(read.mock.calls.length).toBeLessThan(slots.length);
  });
});

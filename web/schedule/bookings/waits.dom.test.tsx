import type { SlotState } from "@greenroom/contract/schedule/holds.ts";
import { screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { describe, expect, it, vi } from "vitest";
import { RequireRole } from "../../session/require-role.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { WaitList } from "./waits.tsx";

const mentor = { _id: "0190a5b8-7c00-7000-8000-00000000000a", firstName: "Kavya", lastName: "Menon" };
const wait = {
  _id: "0190a5b8-7c00-7000-8000-0000000000f1",
  mentor,
  slotId: null,
  startsAt: null,
};
const slot = {
  _id: "0190a5b8-7c00-7000-8000-0000000000d1",
  slotTime: "2026-12-01T13:30:00.000Z",
  interviewerId: mentor,
};
const taken: SlotState = {
  _id: slot._id,
  slotTime: slot.slotTime,
  mentor: { firstName: "Kavya", lastName: "Menon", slug: null, timeZone: null },
  state: "gone",
  heldUntil: null,
  bookingId: null,
  nearest: [],
};
const listCall = "GET /api/user/waits";
const slotsCall = "GET /api/user/slots";
const addCall = "POST /api/user/waits";
const nothing = { waits: [], offer: null };

describe("waiting for a free time", () => {
  const calls = serveCallAnswers();

  function open(cameFor: Partial<ComponentProps<typeof WaitList>>, path = "/") {
    storeSession(sampleUser);
    return renderScreen(
      <RequireRole allow="interviewee" loading={null}>
        <WaitList taken={null} selectedId={null} mentorId={null} onChoose={() => undefined} {...cameFor} />
      </RequireRole>,
      { path },
    );
  }

  it("starts with one button, which the list then takes the place of, and stops", async () => {
    calls.set({
      [slotsCall]: { body: [] },
      [listCall]: [{ body: nothing }, { body: { waits: [wait], offer: null } }, { body: nothing }],
      [addCall]: { status: 201, body: wait },
      [`DELETE /api/user/waits/${wait._id}`]: { body: { msg: "You are no longer waiting for this." } },
    });
    const { user } = open({ mentorId: mentor._id });
    await user.click(await screen.findByRole("button", { name: "Tell me when a time is free" }));
    expect(await screen.findByText("Kavya Menon, any time")).toBeDefined();
    expect(calls.sent.find(({ name }) => name === addCall)?.body).toEqual({ mentor: mentor._id });
    expect(screen.queryByRole("button", { name: "Tell me when a time is free" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Stop waiting for Kavya Menon, any time" }));
    expect(await screen.findByText("You are no longer waiting for this.")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Kavya Menon, any time")).toBeNull());
  });

  /** Comes from this page to wait for a mentor. */
  function comeFrom(referrer: string) {
    vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
    calls.set({
      [slotsCall]: { body: [] },
      [listCall]: { body: nothing },
      [addCall]: { status: 201, body: wait },
    });
    return open({}, "/booking?wait=kavya");
  }
  const asked = () => calls.sent.filter(({ name }) => name === addCall).map(({ body }) => body);

  it("begins by itself for somebody who asked for it on the mentor's page", async () => {
    const { search } = comeFrom(`${window.location.origin}/mentors/kavya`);
    expect(await screen.findByText(/We'll mail you when a time with Kavya is free/)).toBeDefined();
    expect(asked()).toEqual([{ mentor: "kavya" }]);
    await waitFor(() => expect(search()).toBe(""));
  });

  it.each(["", "https://elsewhere.example/mentors/kavya"])(
    "does not begin by itself for a link from elsewhere: %s",
    async (referrer) => {
      const { user } = comeFrom(referrer);
      const button = await screen.findByRole("button", { name: "Tell me when a time is free" });
      expect(asked()).toEqual([]);
      await user.click(button);
      expect(await screen.findByText(/We'll mail you when a time with Kavya is free/)).toBeDefined();
    },
  );

  it("leads to the slot that is offered, and says until when it is held", async () => {
    calls.set({
      [slotsCall]: { body: [] },
      [listCall]: { body: { waits: [wait], offer: { slot, heldUntil: "2026-11-30T12:42:00.000Z" } } },
    });
    open({});
    const text = await screen.findByText(/It is yours until 18:12/);
    expect(text.textContent).toMatch(/A time with Kavya is free: .*1 Dec.*19:00/);
    const link = screen.getByRole("link", { name: "Book this time" });
    expect(link.getAttribute("href")).toBe(`/pricing?slot=${slot._id}`);
  });

  it("offers the slot that was taken when the page opened, and no longer calls it taken", async () => {
    calls.set({
      [slotsCall]: { body: [] },
      [listCall]: { body: { waits: [wait], offer: { slot, heldUntil: "2026-11-30T12:42:00.000Z" } } },
    });
    open({ taken }, `/booking?slot=${slot._id}`);
    expect(await screen.findByRole("link", { name: "Book this time" })).toBeDefined();
    expect(screen.queryByText(/is taken/)).toBeNull();
  });

  it("says that the minutes of an offer are over", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
    const offered = { waits: [wait], offer: { slot, heldUntil: new Date().toISOString() } };
    calls.set({ [slotsCall]: { body: [] }, [listCall]: [{ body: offered }, { body: nothing }] });
    open({});
    await screen.findByRole("link", { name: "Book this time" });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await screen.findByText("Your 15 minutes are over.")).toBeDefined();
  });

  it("says that a time is free already, with a link to it", async () => {
    const msg = "Kavya has a free time already. You can book it now.";
    const details = { slotId: slot._id, slotTime: slot.slotTime };
    calls.set({
      [slotsCall]: { body: [] },
      [listCall]: { body: nothing },
      [addCall]: { status: 409, body: { code: "conflict", msg, details, requestId: "r" } },
    });
    const { user } = open({ mentorId: mentor._id });
    await user.click(await screen.findByRole("button", { name: "Tell me when a time is free" }));
    expect(await screen.findByText(`❌ ${msg}`)).toBeDefined();
    expect(screen.getByRole("link", { name: /1 Dec/ }).getAttribute("href")).toBe(
      `/pricing?slot=${slot._id}`,
    );
  });

  it("waits for one slot, and leads to a time that everybody sees", async () => {
    const open1 = { ...slot, _id: "0190a5b8-7c00-7000-8000-0000000000d2" };
    calls.set({
      [slotsCall]: { body: [open1] },
      [listCall]: [{ body: { waits: [wait], offer: null } }],
      [addCall]: { status: 201, body: { ...wait, slotId: slot._id, startsAt: slot.slotTime } },
    });
    const { user } = open({ taken });
    const link = await screen.findByRole("link", { name: /^Free now: .*1 Dec/ });
    expect(link.getAttribute("href")).toBe(`/pricing?slot=${open1._id}`);
    await user.click(screen.getByRole("button", { name: "Tell me if it gets free" }));
    expect(await screen.findByText(/We'll mail you when it is free/)).toBeDefined();
    expect(calls.sent.find(({ name }) => name === addCall)?.body).toEqual({ slotId: slot._id });
  });
});

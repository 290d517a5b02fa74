import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { SlotList } from "../../ui/calendar/slot-list.tsx";
import { useOpenSlots } from "./open-slots.ts";
import {
  favoritesOption,
  noFilter,
  useChosenInterviewerId,
  useFilteredSlots,
  useSlotFilter,
} from "./slot-filter.ts";

describe("use filtered slots", () => {
  const kavya = { _id: "0190a5b8-7c00-7000-8000-00000000000a", firstName: "Kavya", lastName: "Menon" };
  const arjun = { _id: "0190a5b8-7c00-7000-8000-00000000000b", firstName: "Arjun", lastName: "Rao" };
  /** In Kolkata: 9:00 and 18:00 of Kavya, and 19:00 of Arjun. */
  const slots: Slot[] = [
    { _id: "morning", slotTime: "2026-11-25T03:30:00.000Z", interviewerId: kavya },
    { _id: "evening", slotTime: "2026-11-25T12:30:00.000Z", interviewerId: kavya },
    { _id: "arjun", slotTime: "2026-11-25T13:30:00.000Z", interviewerId: arjun },
  ];

  const client = new QueryClient();
  client.setQueryData(queryOptionsFor("GET /api/user/favorites").queryKey, {
    mentors: [{ _id: arjun._id, slug: null }],
  });

  function open(selectedId: string | null = null) {
    const { result, rerender } = renderHook(
      (props: { selectedId: string | null }) => {
        const filterState = useState(noFilter);
        return useFilteredSlots({
          filterState,
          slots,
          bookings: [{ ...sampleBooking, status: "pending" }],
          timeZone: "Asia/Kolkata",
          ...props,
        });
      },
      {
        initialProps: { selectedId },
        wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
      },
    );
    return {
      ids: () => result.current.slotEvents.map(({ id }) => id),
      result,
      choose: (change: Partial<typeof noFilter>) =>
        act(() => result.current.setFilter({ ...result.current.filter, ...change })),
      select: (id: string | null) => rerender({ selectedId: id }),
    };
  }

  it("shows all slots, the interviewers to choose from, and one's own interviews", () => {
    const { ids, result } = open();
    expect(ids()).toEqual(["morning", "evening", "arjun"]);
    expect(JSON.stringify(result.current.interviewers)).toMatch(
      /Arjun Rao.*Kavya Menon|Kavya Menon.*Arjun Rao/,
    );
    expect(result.current.ownEvents).toHaveLength(1);
  });

  it("shows the slots of one interviewer, of one part of the day, and of both", () => {
    const { ids, choose } = open();
    choose({ interviewer: { id: kavya._id, name: "Kavya Menon" } });
    expect(ids()).toEqual(["morning", "evening"]);
    choose({ dayPart: "Evening" });
    expect(ids()).toEqual(["evening"]);
    choose({ interviewer: null });
    expect(ids()).toEqual(["evening", "arjun"]);
  });

  it("shows the slots of the favorites, who come first among the interviewers to choose from", () => {
    const { ids, choose, result } = open();
    expect(result.current.interviewers.map(({ name }) => name)).toEqual([
      "Favorites",
      "Arjun Rao",
      "Kavya Menon",
    ]);
    choose({ interviewer: favoritesOption });
    expect(ids()).toEqual(["arjun"]);
  });

  it("marks the chosen slot, also for screen readers, and leaves the others as they are", () => {
    const { result, select } = open();
    const [, evening] = result.current.slotEvents;
    select("morning");
    expect(result.current.slotEvents[0]?.label).toMatch(/, chosen$/);
    expect(result.current.slotEvents[0]?.tone).toBe("selected");
    expect(result.current.slotEvents[1]).toBe(evening);
    select(null);
    expect(result.current.slotEvents[0]?.label).not.toMatch(/chosen/);
  });
});

const noSlots: readonly Slot[] = [];

function Page() {
  const { query } = useOpenSlots(useChosenInterviewerId());
  const [filter] = useSlotFilter(query.data ?? noSlots);
  return <p>{query.data === undefined ? "Loading" : (filter.interviewer?.name ?? "Everybody")}</p>;
}

describe("use open slots", () => {
  const calls = serveCallAnswers();
  const slotsCall = "GET /api/user/slots";
  const arjun = { _id: "0190a5b8-7c00-7000-8000-00000000000a", firstName: "Arjun", lastName: "Rao" };
  const kavya = { _id: "0190a5b8-7c00-7000-8000-00000000000b", firstName: "Kavya", lastName: "Menon" };
  const soon = { _id: "slot-1", slotTime: "2026-11-21T06:30:00.000Z", interviewerId: arjun } as Slot;
  const later = { _id: "slot-2", slotTime: "2026-12-18T06:30:00.000Z", interviewerId: kavya } as Slot;

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
});

it("a day with few slots is filled up to four from the next days, until a day is chosen", async () => {
  const startsAt = (time: string) => new Date(`2026-11-${time}:00.000Z`);
  // In Kolkata: one on Wednesday, two on Thursday, two on Friday.
  const events = ["25T13:30", "26T04:30", "26T13:30", "27T04:30", "27T13:30"].map((time) => ({
    ...{ id: time, title: "Kavya", label: `Open slot ${time}`, tone: "available" as const },
    ...{ startsAt: startsAt(time), endsAt: startsAt(time) },
  }));
  const { user } = renderScreen(
    <SlotList events={events} timeZone="Asia/Kolkata" onSelectEvent={() => undefined} />,
  );
  const shown = () => screen.getAllByRole("button", { name: /^Open slot/ }).map((one) => one.textContent);
  expect(shown()).toEqual(["19:00Kavya", "Thu 10:00Kavya", "Thu 19:00Kavya", "Fri 10:00Kavya"]);
  await user.click(screen.getByRole("button", { name: /25 November/ }));
  expect(shown()).toEqual(["19:00Kavya"]);
});

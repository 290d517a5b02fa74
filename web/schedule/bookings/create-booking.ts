import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { isRefusal, sendOnce } from "../../api/calls.ts";
import { ApiError, call, errorMessage, NetworkError } from "../../api/client.ts";
import { formatDay, formatExactTime, formatSlotRange } from "../../format/times.ts";
import { useSession, useUser } from "../../session/session.tsx";
import { draftStorage } from "../../session/session-store.ts";
import { type Notice, withSign } from "../../ui/status.tsx";
import { bookingMessages, useRefreshBookings } from "./queries.ts";

/** The steps from a selected slot to the booking and its meeting. `openSlots` is undefined while loading. */
export function useBookingFlow(
  openSlots: readonly Slot[] | undefined,
  { goal, timeZone }: { goal: Goal | null; timeZone: string },
) {
  const { _id: userId } = useUser();
  const [selected, setSelected] = useState<Slot | null>(null);
  const [isRestored, setRestored] = useState(false);
  const [address] = useSearchParams();
  // Who comes to wait for a time of one mentor is not offered one that they chose in an earlier visit.
  const [chosenId] = useState(() => (address.has("wait") ? null : readChosenSlot(userId)));
  // Runs during the render, so that the calendar opens on the day of the slot that was selected before a reload.
  if (!isRestored && openSlots !== undefined) {
    setRestored(true);
    setSelected((current) => current ?? openSlots.find(({ _id }) => _id === chosenId) ?? null);
  }
  useEffect(() => {
    if (isRestored) writeChosenSlot(userId, selected?._id ?? null);
  }, [isRestored, selected, userId]);
  const [notice, setNotice] = useState<BookingNotice | null>(null);
  /** The slots whose last attempt may have booked them. */
  const unsettled = useRef(new Set<string>());
  const refreshBookings = useRefreshBookings();
  const { refreshUser } = useSession();

  const deselect = (slot: Slot) => setSelected((current) => (current?._id === slot._id ? null : current));

  const { mutate, isPending } = useMutation({
    mutationFn: async (slot: Slot) => {
      const booking = await createBooking(slot, goal);
      unsettled.current.delete(slot._id);
      void refreshBookings();
      return await requestMeeting(booking, timeZone);
    },
    onSuccess(outcome, slot) {
      deselect(slot);
      setNotice(outcome);
    },
    onError(error, slot) {
      if (isRefusal(error)) unsettled.current.delete(slot._id);
      else unsettled.current.add(slot._id);
      setNotice(failureNotice(error, bookingMessages.booking));
      if (error instanceof ApiError && error.code === "slot_taken") deselect(slot);
    },
    onSettled() {
      isSubmitting.current = false;
      // In this order: without a session or an upcoming interview, the page and its notice would make room for
      // "All sessions used" until the new booking is loaded.
      void refreshBookings().then(refreshUser);
    },
  });

  // The mutation's state is updated only after the second click of a double click.
  const isSubmitting = useRef(false);
  const start = useCallback(
    (slot: Slot) => {
      if (isSubmitting.current) return;
      isSubmitting.current = true;
      setNotice(null);
      mutate(slot);
    },
    [mutate],
  );

  useEffect(() => {
    if (selected === null || openSlots === undefined || isSubmitting.current) return;
    if (openSlots.some(({ _id }) => _id === selected._id)) return;
    // The outcome of the earlier attempt is unknown. The same key returns its result, so nothing is booked twice.
    if (unsettled.current.has(selected._id)) return start(selected);
    setSelected(null);
    setNotice(slotGoneNotice(selected, timeZone));
  }, [selected, openSlots, start, timeZone]);

  const clearNotice = useCallback(() => setNotice(null), []);

  const select = useCallback((slot: Slot) => {
    setSelected(slot);
    setNotice(null);
  }, []);

  return {
    selected,
    select,
    notice,
    clearNotice,
    isBooking: isPending,
    confirm: () =>
      selected ? start(selected) : setNotice({ message: bookingMessages.noSlotChosen, tone: "wait" }),
  };
}

const storageKey = "greenroom.chosen-slot";

/** The slot that this user selected in this tab before a reload; null without one. */
export function readChosenSlot(userId: string): string | null {
  const [ownerId, slotId] = (draftStorage.getItem(storageKey) ?? "").split(" ");
  return ownerId === userId && slotId !== undefined ? slotId : null;
}

/** Not a draft: signing out asks about drafts, and nothing was typed here. */
export function writeChosenSlot(userId: string, slotId: string | null): void {
  if (slotId === null) draftStorage.removeItem(storageKey);
  else draftStorage.setItem(storageKey, `${userId} ${slotId}`);
}

/** A status line; `note` is the plain text below it, and `bookingId` is of what was booked. */
export interface BookingNotice extends Notice {
  note?: string;
  bookingId?: string;
}

/** Books a slot once, however often it is asked for. */
function createBooking({ _id, slotTime, interviewerId }: Slot, goal: Goal | null): Promise<Booking> {
  const body = { startTime: slotTime, interviewerId: interviewerId._id, ...(goal === null ? {} : { goal }) };
  return sendOnce({ to: ["/api/user/bookings", _id], content: null }, (idempotencyKey) =>
    call("POST /api/user/bookings", { body, idempotencyKey }),
  );
}

/**
 * Requests the meeting of a new booking. Never throws: the booking is valid without its meeting, which the server
 * keeps trying to create.
 */
async function requestMeeting(booking: Booking, timeZone: string): Promise<BookingNotice> {
  const { _id, startTime, endTime, interviewerId } = booking;
  try {
    const { msg } = await call("POST /api/meeting/create", { body: { bookingId: _id, startTime } });
    const when = formatSlotRange(new Date(startTime), new Date(endTime), timeZone);
    return { message: msg, tone: "good", note: `${when} with ${fullName(interviewerId)}`, bookingId: _id };
  } catch (error) {
    return {
      ...failureNotice(error, bookingMessages.meeting),
      note: bookingMessages.bookingUnchanged,
      bookingId: _id,
    };
  }
}

function failureNotice(error: unknown, messages: { failed: string; network: string }): Notice {
  const message = errorMessage(error, messages);
  if (error instanceof NetworkError) return { message, tone: "wait" };
  return { message: withSign("❌", message), tone: "bad" };
}

/** Shown when the selected slot is no longer available. */
function slotGoneNotice({ slotTime, interviewerId }: Slot, timeZone: string): BookingNotice {
  const startsAt = new Date(slotTime);
  const when = `${formatDay(startsAt, timeZone)}, ${formatExactTime(startsAt, timeZone)}`;
  return {
    message: `⚠️ ${when} with ${fullName(interviewerId)} is no longer available. Please choose another slot.`,
    tone: "wait",
  };
}

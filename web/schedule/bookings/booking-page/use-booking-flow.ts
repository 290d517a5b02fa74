import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { isRefusal } from "../../../api/call-once.ts";
import { ApiError } from "../../../api/errors.ts";
import { useSession, useUser } from "../../../session/session.tsx";
import { bookingMessages } from "../messages.ts";
import { useBookingCache } from "../use-booking-cache.ts";
import { readChosenSlot, writeChosenSlot } from "./chosen-slot.ts";
import {
  type BookingNotice,
  bookingFailureNotice,
  createBooking,
  requestMeeting,
  slotGoneNotice,
  withUnsavedGoal,
} from "./create-booking.ts";

/** The steps from a selected slot to the booking and its meeting. `openSlots` is undefined while loading. */
export function useBookingFlow(
  openSlots: readonly Slot[] | undefined,
  { goal, timeZone }: { goal: Goal | null; timeZone: string },
) {
  const { _id: userId } = useUser();
  const [selected, setSelected] = useState<Slot | null>(null);
  const [isRestored, setRestored] = useState(false);
  // Runs during the render, so that the calendar opens on the day of the slot that was selected before a reload.
  if (!isRestored && openSlots !== undefined) {
    setRestored(true);
    const chosenId = readChosenSlot(userId);
    setSelected((current) => current ?? openSlots.find(({ _id }) => _id === chosenId) ?? null);
  }
  useEffect(() => {
    if (isRestored) writeChosenSlot(userId, selected?._id ?? null);
  }, [isRestored, selected, userId]);
  const [notice, setNotice] = useState<BookingNotice | null>(null);
  /** The slots whose last attempt may have booked them. */
  const unsettled = useRef(new Set<string>());
  const bookingCache = useBookingCache();
  const { refreshUser } = useSession();

  const deselect = (slot: Slot) => setSelected((current) => (current?._id === slot._id ? null : current));

  const { mutate, isPending } = useMutation({
    mutationFn: async (slot: Slot) => {
      const { booking, hasGoal } = await createBooking(slot, goal);
      unsettled.current.delete(slot._id);
      await Promise.all([bookingCache.takeAway(slot), bookingCache.add(booking)]);
      const notice = await requestMeeting(booking, timeZone);
      return hasGoal ? notice : withUnsavedGoal(notice);
    },
    onSuccess(outcome, slot) {
      deselect(slot);
      setNotice(outcome);
    },
    async onError(error, slot) {
      if (isRefusal(error)) unsettled.current.delete(slot._id);
      else unsettled.current.add(slot._id);
      setNotice(bookingFailureNotice(error));
      if (error instanceof ApiError && error.code === "slot_taken") {
        deselect(slot);
        await bookingCache.takeAway(slot);
      }
    },
    onSettled() {
      isSubmitting.current = false;
      void refreshUser();
      void bookingCache.refresh();
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

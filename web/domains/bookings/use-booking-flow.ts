import type { Slot } from "@greenroom/contract/availability.ts";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/errors.ts";
import { useSession } from "../accounts/session.tsx";
import { type BookingNews, book, bookingFailure, meet, slotGone } from "./book-and-meet.ts";
import { createBookingAttempts, isRefusal } from "./booking-attempts.ts";
import { sentences } from "./sentences.ts";
import { useBookingLists } from "./use-booking-lists.ts";

/** From the chosen slot to the booking and its meeting. `openSlots` is undefined until they are known. */
export function useBookingFlow(openSlots: readonly Slot[] | undefined, timeZone: string) {
  const [selected, setSelected] = useState<Slot | null>(null);
  const [news, setNews] = useState<BookingNews | null>(null);
  const [attempts] = useState(createBookingAttempts);
  const lists = useBookingLists();
  const { refreshUser } = useSession();

  const letGo = (slot: Slot) => setSelected((current) => (current?._id === slot._id ? null : current));

  const { mutate, isPending } = useMutation({
    mutationFn: async (slot: Slot) => {
      const booking = await book(slot, attempts.keyFor(slot._id));
      attempts.settle(slot._id);
      await Promise.all([lists.takeAway(slot), lists.add(booking)]);
      return await meet(booking, timeZone);
    },
    onSuccess(outcome, slot) {
      letGo(slot);
      setNews(outcome);
    },
    async onError(error, slot) {
      if (isRefusal(error)) attempts.settle(slot._id);
      setNews(bookingFailure(error));
      if (error instanceof ApiError && error.code === "slot_taken") {
        letGo(slot);
        await lists.takeAway(slot);
      }
    },
    onSettled() {
      underWay.current = false;
      void refreshUser();
      void lists.refresh();
    },
  });

  // The state of the mutation reaches the page a moment later than the second click of a double click.
  const underWay = useRef(false);
  const start = useCallback(
    (slot: Slot) => {
      if (underWay.current) return;
      underWay.current = true;
      setNews(null);
      mutate(slot);
    },
    [mutate],
  );

  useEffect(() => {
    if (selected === null || openSlots === undefined || underWay.current) return;
    if (openSlots.some(({ _id }) => _id === selected._id)) return;
    // Nobody knows whether an earlier try got through: the same key asks for its answer, and books nothing twice.
    if (attempts.isOpen(selected._id)) return start(selected);
    setSelected(null);
    setNews(slotGone(selected, timeZone));
  }, [selected, openSlots, attempts, start, timeZone]);

  const forgetNews = useCallback(() => setNews(null), []);

  const select = useCallback((slot: Slot) => {
    setSelected(slot);
    setNews(null);
  }, []);

  return {
    selected,
    select,
    news,
    forgetNews,
    isBooking: isPending,
    confirm: () => (selected ? start(selected) : setNews({ message: sentences.noSlotChosen })),
  };
}

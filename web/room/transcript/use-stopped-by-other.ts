import type { Room } from "@greenroom/contract/room/room.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

export const stoppedTranscriptText = (firstName: string) =>
  `${firstName} stopped the transcript. Nothing more is transcribed.`;

/** The mutations of this page that change the transcript; only consenting has the variable `true`. */
export const changeTranscriptKey = (bookingId: string) => ["change-transcript", bookingId];

/**
 * Calls back when the other participant ends a transcript that both had agreed to. The room does not say who ended it,
 * so an end after any attempt of this page counts as the user's own, even if the answer was lost.
 */
export function useStoppedByOther(room: Room, onStopped: () => void): void {
  const { bookingId } = room;
  const isAgreed = room.transcript.bothSince !== null;
  const mutations = useQueryClient().getMutationCache();
  const agreedSince = useRef<number | null>(null);
  const callback = useRef(onStopped);
  callback.current = onStopped;
  useEffect(() => {
    if (isAgreed) {
      agreedSince.current ??= Date.now();
      return;
    }
    const since = agreedSince.current;
    agreedSince.current = null;
    if (since === null) return;
    const attempts = mutations.findAll({ mutationKey: changeTranscriptKey(bookingId) });
    const isOwn = attempts.some(
      ({ state: { variables, submittedAt } }) => variables !== true && submittedAt >= since,
    );
    if (!isOwn) callback.current();
  }, [isAgreed, bookingId, mutations]);
}

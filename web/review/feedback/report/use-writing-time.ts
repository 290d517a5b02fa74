import { recordWritingTime } from "@greenroom/contract/review/feedback.ts";
import { useCallback, useEffect } from "react";
import { call } from "../../../api/client.ts";
import { draftStorage } from "../../../session/browser-storage.ts";

/** Only the first minute of a pause counts: a form that is open overnight is not being written. */
const longestPauseMs = 60_000;
const longestSeconds = 86_400;
/** Text that is dictated or filled in by the browser comes without keys. */
const events = ["keydown", "input", "pointerdown", "pointermove", "scroll"] as const;

/**
 * Measures how long a person works on the feedback form, also across reloads: the time between actions on the page, at
 * most a minute for each pause. Returns a function that reports the time once the form was sent.
 */
export function useWritingTime(bookingId: string): () => void {
  const key = `greenroom.writing-time.${bookingId}`;

  useEffect(() => {
    let lastAction = Date.now();
    const count = () => {
      const now = Date.now();
      const pause = now - lastAction;
      lastAction = now;
      // The clock of a computer may also go back.
      if (pause > 0) draftStorage.setItem(key, `${readMs(key) + Math.min(pause, longestPauseMs)}`);
    };
    for (const name of events) addEventListener(name, count, { capture: true, passive: true });
    return () => {
      for (const name of events) removeEventListener(name, count, { capture: true });
    };
  }, [key]);

  return useCallback(() => {
    const seconds = Math.min(Math.round(readMs(key) / 1000), longestSeconds);
    draftStorage.removeItem(key);
    if (seconds < 1) return;
    call(recordWritingTime, { params: { bookingId }, body: { seconds } }).catch((error: unknown) => {
      console.warn("How long the form took could not be stored; the operator's figures leave it out", error);
    });
  }, [bookingId, key]);
}

function readMs(key: string): number {
  return Number(draftStorage.getItem(key) ?? 0) || 0;
}

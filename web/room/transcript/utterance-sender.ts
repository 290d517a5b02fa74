import {
  addUtterance,
  addUtteranceAudio,
  utteranceDelaySeconds,
} from "@greenroom/contract/room/transcript.ts";
import { call } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { upload } from "../../api/upload.ts";
import type { SpokenUtterance } from "./transcriber.ts";

const retryMilliseconds = 3_000;
/** Older utterances are dropped, because the server would refuse them. */
const maxAgeSeconds = utteranceDelaySeconds - 30;

/**
 * Sends utterances to the server one after the other, because it accepts those of one person only in order.
 */
export class UtteranceSender {
  readonly #bookingId: string;
  readonly #waiting: SpokenUtterance[] = [];
  #isSending = false;
  #isOpen = false;

  constructor(bookingId: string) {
    this.#bookingId = bookingId;
  }

  add(utterance: SpokenUtterance): void {
    if (!this.#isOpen) return;
    this.#waiting.push(utterance);
    if (!this.#isSending) void this.#sendAll();
  }

  /** While the transcript does not run, nothing is sent, and waiting utterances are dropped. */
  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) this.#waiting.length = 0;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const isSettled = secondsSince(next.startedAt) > maxAgeSeconds || (await this.#trySend(next));
      // If it was closed meanwhile, the list is empty or contains others.
      if (isSettled && this.#waiting[0] === next) this.#waiting.shift();
      else if (!isSettled) await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
    }
    this.#isSending = false;
  }

  /** False when it must be sent again. */
  async #trySend(utterance: SpokenUtterance): Promise<boolean> {
    try {
      await this.#send(utterance);
      return true;
    } catch (error) {
      const mayPass = !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
      console.warn("An utterance could not be sent", error);
      return !mayPass;
    }
  }

  async #send({ id, language, startedAt, endedAt, words }: SpokenUtterance): Promise<void> {
    const params = { id: this.#bookingId };
    const startedSecondsAgo = secondsSince(startedAt);
    if ("text" in words) {
      const durationSeconds = Math.max(0, endedAt - startedAt) / 1000;
      const body = { id, text: words.text, language, startedSecondsAgo, durationSeconds };
      await call(addUtterance, { params, body });
    } else {
      const file = new File([words.wav], "utterance.wav", { type: "audio/wav" });
      const query = { id, language, startedSecondsAgo: startedSecondsAgo.toFixed(3) };
      await upload(addUtteranceAudio, { params, query, file });
    }
  }
}

function secondsSince(instant: number): number {
  return Math.max(0, Date.now() - instant) / 1000;
}

import type { TranscriptLanguage } from "@greenroom/contract/room/transcript.ts";

/**
 * An utterance, with times by this page's clock in milliseconds. It has text, or audio for the server to
 * transcribe.
 */
export interface SpokenUtterance {
  id: string;
  language: TranscriptLanguage;
  startedAt: number;
  endedAt: number;
  words: { text: string } | { wav: ArrayBuffer };
}

/**
 * installing: the browser downloads its language pack. unavailable: this browser cannot do it, so this
 * participant's words are missing.
 */
export type DeviceTranscriberState = "starting" | "installing" | "listening" | "unavailable";

/**
 * With a percentage, the page downloads the speech model that the operator offers. failed: that model could not be
 * loaded. behind: speech arrives faster than this device transcribes it, so some words are dropped.
 */
export type TranscriberState = DeviceTranscriberState | { downloadedPercent: number } | "failed" | "behind";

export interface TranscriberListener<State = TranscriberState> {
  onUtterance(utterance: SpokenUtterance): void;
  onState(state: State): void;
}

/** Listens to this page's own microphone, from its creation until it is stopped. */
export interface Transcriber {
  /** Stops listening. Earlier utterances may still arrive. */
  stop(): void;
}

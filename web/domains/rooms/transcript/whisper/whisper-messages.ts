import type { TranscriptLanguage } from "@greenroom/contract/rooms/transcript.ts";

/* The messages between the page and the worker that runs Whisper. */

export type WhisperRequest =
  /** `url`: the folder that contains the model's files. */
  | { kind: "load"; url: string }
  /** `samples`: mono, at 16 kHz. `language` is null for an English-only model. */
  | { kind: "transcribe"; id: number; samples: Float32Array; language: TranscriptLanguage | null };

export type WhisperResponse =
  | { kind: "downloading"; percent: number }
  | { kind: "loaded"; isMultilingual: boolean }
  | { kind: "failed"; message: string }
  | { kind: "text"; id: number; text: string };

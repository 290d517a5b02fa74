export interface TranscriptionRequest {
  /** A WAV file of 16-bit mono samples at 16 kHz. */
  audio: Buffer;
  /** ISO 639-1. */
  language: string;
  /** Terms that may occur; improves their spelling. */
  vocabulary: readonly string[];
}

/** A service that transcribes speech. Every call rejects with an AppError `unavailable` while it is down. */
export interface TranscriptionService {
  readonly name: string;
  /** Returns "" if no words were recognized. */
  transcribe(request: TranscriptionRequest, signal: AbortSignal): Promise<string>;
}

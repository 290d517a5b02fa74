import { findWeakness, type Weakness } from "@greenroom/contract/people/password-strength.ts";

addEventListener("message", ({ data }: MessageEvent<PasswordRequest>) => {
  const answer: PasswordResponse = { id: data.id, weakness: findWeakness(data.password, data.personal) };
  postMessage(answer);
});

/* The messages between the page and the worker that estimates passwords. */

export interface PasswordRequest {
  id: number;
  password: string;
  /** Words that are easy to guess for this person: their name and address. */
  personal: readonly string[];
}

export interface PasswordResponse {
  id: number;
  /** Null for a password that is hard to guess. */
  weakness: Weakness | null;
}

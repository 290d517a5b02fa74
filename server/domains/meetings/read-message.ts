import { type ClientMessage, clientMessageSchema } from "@greenroom/contract/room-messages.ts";

/** What came over a room's socket; null for what is no message of a room. */
export function readMessage(text: string): ClientMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: said by the null, for which the caller closes.
    return null;
  }
  return clientMessageSchema.safeParse(value).data ?? null;
}

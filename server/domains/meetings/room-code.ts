import { padCharacters, padTextName } from "@greenroom/contract/code-pad.ts";
import * as Y from "yjs";
import { isPadUpdate } from "./code-update.ts";
import { mostPadStateBytes } from "./rules.ts";

/** A pad as this server holds it while somebody has it open here: what an update is judged by before anybody sees it. */
export class RoomCode {
  readonly #doc = new Y.Doc();
  /** Bytes that came since the size was last taken. */
  #grown = 0;
  #hasChanged = false;

  constructor(updates: Uint8Array[]) {
    this.#doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#doc, update);
    });
    this.#doc.on("update", () => {
      this.#hasChanged = true;
    });
  }

  /** What a page with this state vector lacks, and what is here. Throws when `vector` is none. */
  answer(vector: Uint8Array): { update: Uint8Array; vector: Uint8Array } {
    return { update: Y.encodeStateAsUpdate(this.#doc, vector), vector: Y.encodeStateVector(this.#doc) };
  }

  /** Takes what another server already took. */
  follow(update: Uint8Array): void {
    Y.applyUpdate(this.#doc, update);
  }

  /**
   * Takes a page's update; "known" is one that brings nothing new. After anything else than these two this object holds what it should not, and is to be dropped:
   * "malformed" is what no page of ours sends, also one that builds on what nobody has.
   */
  take(update: Uint8Array): "taken" | "known" | "malformed" | "too-long" {
    this.#hasChanged = false;
    if (!isPadUpdate(update)) return "malformed";
    try {
      Y.applyUpdate(this.#doc, update);
    } catch {
      // Well formed and senseless all the same: the caller closes the socket that it came over.
      return "malformed";
    }
    const { pendingStructs, pendingDs } = this.#doc.store;
    if (pendingStructs !== null || pendingDs !== null) return "malformed";
    if (!this.#hasChanged) return "known";
    return this.#isTooLong(update.length) ? "too-long" : "taken";
  }

  #isTooLong(bytes: number): boolean {
    if (this.#doc.getText(padTextName).length > padCharacters) return true;
    this.#grown += bytes;
    if (this.#grown < mostPadStateBytes / 10) return false;
    this.#grown = 0;
    return Y.encodeStateAsUpdate(this.#doc).length > mostPadStateBytes;
  }
}

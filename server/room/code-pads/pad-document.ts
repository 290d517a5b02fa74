import { maxPadCharacters, padTextName } from "@greenroom/contract/room/code-pad.ts";
import * as Y from "yjs";
import { maxPadStateBytes } from "../rules.ts";
import { isValidPadUpdate } from "./validate-update.ts";

/** A pad in this server's memory while it is open here. It checks each update before anyone else gets it. */
export class PadDocument {
  readonly #doc = new Y.Doc();
  /** Bytes added since the size was last measured. */
  #bytesSinceCheck = 0;
  #hasChanged = false;

  constructor(updates: Uint8Array[]) {
    this.#doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#doc, update);
    });
    this.#doc.on("update", () => {
      this.#hasChanged = true;
    });
  }

  get text(): string {
    return this.#doc.getText(padTextName).toString();
  }

  /**
   * Returns what a page with this state vector is missing, and the server's own vector. Throws if `vector` is not a
   * state vector.
   */
  syncWith(vector: Uint8Array): { update: Uint8Array; vector: Uint8Array } {
    return { update: Y.encodeStateAsUpdate(this.#doc, vector), vector: Y.encodeStateVector(this.#doc) };
  }

  /** Applies an update that another server has accepted. */
  applyRemoteUpdate(update: Uint8Array): void {
    Y.applyUpdate(this.#doc, update);
  }

  /**
   * Applies a page's update. "known" means that it contains nothing new. After "malformed" or "too-long" this
   * object must be discarded, because it contains the bad update. "malformed" is an update that our editor never
   * sends, or one that builds on missing updates.
   */
  applyUpdate(update: Uint8Array): "taken" | "known" | "malformed" | "too-long" {
    this.#hasChanged = false;
    if (!isValidPadUpdate(update)) return "malformed";
    try {
      Y.applyUpdate(this.#doc, update);
    } catch {
      // Well-formed but invalid. The caller closes the socket that sent it.
      return "malformed";
    }
    const { pendingStructs, pendingDs } = this.#doc.store;
    if (pendingStructs !== null || pendingDs !== null) return "malformed";
    if (!this.#hasChanged) return "known";
    return this.#isTooLong(update.length) ? "too-long" : "taken";
  }

  #isTooLong(bytes: number): boolean {
    if (this.#doc.getText(padTextName).length > maxPadCharacters) return true;
    this.#bytesSinceCheck += bytes;
    if (this.#bytesSinceCheck < maxPadStateBytes / 10) return false;
    this.#bytesSinceCheck = 0;
    return Y.encodeStateAsUpdate(this.#doc).length > maxPadStateBytes;
  }
}

import { padPieceCharacters, padTextName } from "@greenroom/contract/code-pad.ts";
import * as Y from "yjs";
import type { Line } from "./room-line.ts";

/** One page's pad: its document, and what goes over its socket. */
export interface PadPage {
  doc: Y.Doc;
  text: Y.Text;
  /** Asks for what is missing and says what the server lacks. */
  sync(): Promise<{ language: string }>;
  /** Types, and sends what came of it. */
  type(change: (text: Y.Text) => void): void;
  send(update: Uint8Array): void;
  /** Takes the next update that comes. */
  hear(): Promise<string>;
}

export function openPad(line: Line): PadPage {
  const doc = new Y.Doc();
  const text = doc.getText(padTextName);
  const page: PadPage = {
    doc,
    text,
    async sync() {
      line.say({ type: "code-sync", vector: toBase64(Y.encodeStateVector(doc)) });
      const { update, vector, language } = await line.next("code-sync");
      Y.applyUpdate(doc, Buffer.from(update, "base64"));
      const missing = Y.encodeStateAsUpdate(doc, Buffer.from(vector, "base64"));
      if (missing.length > 2) page.send(missing);
      return { language };
    },
    type(change) {
      const before = Y.encodeStateVector(doc);
      change(text);
      page.send(Y.encodeStateAsUpdate(doc, before));
    },
    send(update) {
      const encoded = toBase64(update);
      for (let at = 0; at < encoded.length; at += padPieceCharacters) {
        const more = at + padPieceCharacters < encoded.length;
        line.say({ type: "code", update: encoded.slice(at, at + padPieceCharacters), more });
      }
    },
    async hear() {
      Y.applyUpdate(doc, Buffer.from((await line.next("code")).update, "base64"));
      return text.toString();
    },
  };
  return page;
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

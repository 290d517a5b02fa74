import { maxPadChunkCharacters, padTextName } from "@greenroom/contract/room/code-pad.ts";
import * as Y from "yjs";
import type { RoomClient } from "./room-client.ts";

/** One page's pad: its document, and the messages on its socket. */
export interface PadClient {
  doc: Y.Doc;
  text: Y.Text;
  /** Requests missing updates and sends those that the server is missing. */
  sync(): Promise<{ language: string }>;
  /** Changes the text and sends the update. */
  type(change: (text: Y.Text) => void): void;
  send(update: Uint8Array): void;
  /** Applies the next update that arrives. */
  receive(): Promise<string>;
}

export function openPadClient(client: RoomClient): PadClient {
  const doc = new Y.Doc();
  const text = doc.getText(padTextName);
  const padClient: PadClient = {
    doc,
    text,
    async sync() {
      client.send({ type: "code-sync", vector: toBase64(Y.encodeStateVector(doc)) });
      const { update, vector, language } = await client.next("code-sync");
      Y.applyUpdate(doc, Buffer.from(update, "base64"));
      const missing = Y.encodeStateAsUpdate(doc, Buffer.from(vector, "base64"));
      if (missing.length > 2) padClient.send(missing);
      return { language };
    },
    type(change) {
      const before = Y.encodeStateVector(doc);
      change(text);
      padClient.send(Y.encodeStateAsUpdate(doc, before));
    },
    send(update) {
      const encoded = toBase64(update);
      for (let at = 0; at < encoded.length; at += maxPadChunkCharacters) {
        const more = at + maxPadChunkCharacters < encoded.length;
        client.send({ type: "code", update: encoded.slice(at, at + maxPadChunkCharacters), more });
      }
    },
    async receive() {
      Y.applyUpdate(doc, Buffer.from((await client.next("code")).update, "base64"));
      return text.toString();
    },
  };
  return padClient;
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

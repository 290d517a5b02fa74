import { maxPadUpdateBytes, padTextName } from "@greenroom/contract/room/code-pad.ts";
import * as Y from "yjs";

type Struct = ReturnType<typeof Y.decodeUpdate>["structs"][number];

/**
 * True if the update only inserts and deletes text in the pad's single text, as our editor does. Other content
 * could break the other party's editor: other types, embedded objects, or line ends that an editor counts as one
 * character.
 */
export function isValidPadUpdate(update: Uint8Array): boolean {
  if (update.length > maxPadUpdateBytes) return false;
  try {
    return Y.decodeUpdate(update).structs.every(isValidPadStruct);
  } catch {
    // Not a Yjs update. The caller closes the socket on false.
    return false;
  }
}

function isValidPadStruct(struct: Struct): boolean {
  if (struct instanceof Y.GC) return true;
  if (!(struct instanceof Y.Item)) return false;
  const parent = struct.parent as unknown;
  if (struct.parentSub !== null || (parent !== null && parent !== padTextName)) return false;
  const { content } = struct;
  return (
    content instanceof Y.ContentDeleted ||
    (content instanceof Y.ContentString && !content.getContent().includes("\r"))
  );
}

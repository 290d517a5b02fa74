import { padTextName, padUpdateBytes } from "@greenroom/contract/code-pad.ts";
import * as Y from "yjs";

type Struct = ReturnType<typeof Y.decodeUpdate>["structs"][number];

/**
 * True for an update as the page's editor makes them: text put into the pad's one text, and taken out of it. Anything
 * else could make the other's editor stumble: other types, embedded objects, line ends that an editor counts as one.
 */
export function isPadUpdate(update: Uint8Array): boolean {
  if (update.length > padUpdateBytes) return false;
  try {
    return Y.decodeUpdate(update).structs.every(isPadStruct);
  } catch {
    // Not an update at all: said by the false, for which the caller closes.
    return false;
  }
}

function isPadStruct(struct: Struct): boolean {
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

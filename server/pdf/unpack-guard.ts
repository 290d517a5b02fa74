import { promisify } from "node:util";
import { constants, inflate } from "node:zlib";

const unpack = promisify(inflate);

/** What the objects of a file may unpack to, in bytes, all together: a long thesis has some 5 MB of them. */
const mostUnpacked = 48 * 1024 * 1024;

/**
 * True when the streams that a parser must unpack to find its objects (object and cross-reference streams) stay small,
 * and are packed in the one way that everybody packs them. A few kilobytes can otherwise unpack to gigabytes.
 */
export async function unpacksToLittle(content: Buffer): Promise<boolean> {
  let left = mostUnpacked;
  for (let at = content.indexOf("stream"); at !== -1; at = content.indexOf("stream", at + 6)) {
    if (content.subarray(at - 3, at).toString("latin1") === "end") continue;
    const dictionary = dictionaryBefore(content, at);
    if (!/\/(ObjStm|XRef)\b/.test(dictionary)) continue;
    const filters =
      /\/Filter\s*\[([^\]]*)\]/.exec(dictionary)?.[1] ?? /\/Filter\s*(\/\w+)/.exec(dictionary)?.[1];
    if (filters === undefined && !dictionary.includes("/Filter")) continue;
    if (filters?.trim() !== "/FlateDecode") return false;
    const from = at + 6 + (content[at + 6] === 13 ? 2 : 1);
    const end = content.indexOf("endstream", from);
    const size = await unpackedSize(content.subarray(from, end === -1 ? undefined : end), left);
    if (size === null) return false;
    left -= size;
  }
  return true;
}

/** The text between the start of the object and its stream, with the escapes of names resolved (`/Obj#53tm`). */
function dictionaryBefore(content: Buffer, at: number): string {
  const start = Math.max(content.lastIndexOf(" obj", at), content.lastIndexOf("\nobj", at), at - 65_536, 0);
  return content
    .subarray(start, at)
    .toString("latin1")
    .replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Null when it is more than `most`; 0 for what does not unpack at all, which the parser will say itself. */
async function unpackedSize(packed: Buffer, most: number): Promise<number | null> {
  try {
    return (await unpack(packed, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH })).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return null;
    return 0;
  }
}

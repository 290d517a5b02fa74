import { applyCodeChange, type CodeChange } from "@greenroom/contract/room/code-history.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { codeAuthors, followedPart } from "./code-authors.ts";

declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    followPad: typeof followPad;
  }
}

export interface PadHistory {
  /** Oldest first. `isWanted`: the version at this snapshot is needed. */
  snapshots: readonly { change: CodeChange; editedBy: readonly Party[]; isWanted: boolean }[];
  /** The pad's text at the end; null if it is unknown. */
  finalText: string | null;
}

export interface PadVersion {
  /** Without the lines of a very long text that nobody follows. */
  text: string;
  /** The numbers of its lines that the interviewee did not write alone. */
  otherLines: number[];
}

export interface FollowedPad {
  /** Of the wanted snapshots, in their order. */
  versions: PadVersion[];
  /** The text at the end, if no snapshot has it; else null. */
  unseenText: string | null;
}

/** Rebuilds a pad's texts and finds who wrote their lines. Runs in a worker process, because a long history takes long. */
export function followPad({ snapshots, finalText }: PadHistory): FollowedPad {
  const authors = codeAuthors();
  const versions: PadVersion[] = [];
  let text = "";
  for (const { change, editedBy, isWanted } of snapshots) {
    text = applyCodeChange(text, change);
    // Also of a snapshot that a report leaves out: its lines stand in the next one.
    authors.add(text, editedBy);
    if (isWanted) versions.push({ text: followedPart(text), otherLines: authors.otherLines() });
  }
  return {
    versions,
    unseenText: finalText === null || finalText === text ? null : followedPart(finalText),
  };
}

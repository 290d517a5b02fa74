import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import type { ScanResult } from "../../ports/scanner.ts";

/** What is said of a file that nobody may open yet. */
export const heldSentence = "It can be opened once it has been checked for viruses, usually within minutes.";

/**
 * Looks an upload through before it is kept. False: nobody scans, or it is clean. True: the scanner is away, and the file
 * must be held back until `scanStoredFile` says that it is clean. Throws `unsupported_media_type` for an infected one.
 */
export async function mustBeHeld(deps: Deps, content: Buffer): Promise<boolean> {
  if (deps.scanner === null) return false;
  const result = await deps.scanner.scan([content]).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ err: error }, "an upload is held back until the virus scanner answers");
    return null;
  });
  if (result?.kind === "infected") throw infected(result.name);
  return result === null;
}

/** Looks a file through that is held back; null when it is not stored any more. Rejects while the scanner is away. */
export async function scanStoredFile(deps: Deps, storageKey: string): Promise<ScanResult | null> {
  const content = await deps.storage.read(storageKey);
  if (content === null) return null;
  // Nobody scans any more: what was held back then is held back no longer.
  if (deps.scanner === null) return { kind: "clean" };
  return await deps.scanner.scan(content);
}

/** Refuses to open a file while it is held back. */
export function refuseWhileHeld({ heldAt }: { heldAt: Date | null }): void {
  if (heldAt !== null) throw new AppError("conflict", { msg: `This file is being checked. ${heldSentence}` });
}

function infected(name: string): AppError {
  return new AppError("unsupported_media_type", {
    msg: `This file was refused: our virus scanner found ${name} in it.`,
  });
}

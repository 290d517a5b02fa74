import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import type { ScanResult } from "../../vendors/scanner/port.ts";

/** The message for a file that cannot be opened yet. */
export const heldMessage = "It can be opened once it has been checked for viruses, usually within minutes.";

/**
 * Scans an upload before it is stored. Returns true if the scanner is unavailable: the file must then be held back
 * until `scanStoredFile` finds it clean. Returns false if it is clean or no scanner is configured. Throws
 * `unsupported_media_type` for an infected file.
 */
export async function mustBeHeld(deps: Deps, content: Buffer): Promise<boolean> {
  if (deps.scanner === null) return false;
  const result = await deps.scanner.scan([content]).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ err: error }, "an upload is held back until the virus scanner is available");
    return null;
  });
  if (result?.kind === "infected") throw infectedFileError(result.name);
  return result === null;
}

/** Scans a held file; null if it is no longer stored. Rejects while the scanner is unavailable. */
export async function scanStoredFile(deps: Deps, storageKey: string): Promise<ScanResult | null> {
  const content = await deps.storage.read(storageKey);
  if (content === null) return null;
  // The scanner was removed from the settings, so files that it held back are released.
  if (deps.scanner === null) return { kind: "clean" };
  return await deps.scanner.scan(content);
}

/** Throws while a file is held back. */
export function checkNotHeld({ heldAt }: { heldAt: Date | null }): void {
  if (heldAt !== null) throw conflict(`This file is being checked. ${heldMessage}`);
}

function infectedFileError(name: string): AppError {
  return new AppError("unsupported_media_type", {
    msg: `This file was rejected: our virus scanner found ${name} in it.`,
  });
}

/**
 * Removes an unused file if the storage is available. Errors are only logged, because the caller's work has already
 * succeeded or failed, and the sweep removes the file later.
 */
export async function discardFile(deps: Deps, storageKey: string): Promise<void> {
  await deps.storage.remove(storageKey).catch((error: unknown) => {
    deps.log.warn({ err: error, storageKey }, "could not remove a file; the sweep will remove it");
  });
}

interface HeldFile extends Waiting {
  /** The uploader. */
  userId: string;
  /** Null for a resume. */
  bookingId: string | null;
  fileName: string;
}

/** Uploads that cannot be opened until the virus scanner has found them clean, by storage key. */
export async function listHeldFiles(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<HeldFile[]> {
  const { rows } = await sql<HeldFile>`
    select subject, since, user_id, booking_id, file_name from (
      select storage_key as subject, held_at as since, user_id, null::uuid as booking_id, file_name from resume_files
        where held_at is not null
      union all
      select file.storage_key, file.held_at, booking.interviewer_id, file.booking_id, file.file_name
        from feedback_files file join bookings booking on booking.id = file.booking_id
        where file.held_at is not null
    ) held
    where ${matches(sql`subject`, sql`since`)}
    order by since limit ${limit}`.execute(database);
  return rows;
}

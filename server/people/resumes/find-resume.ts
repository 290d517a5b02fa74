import type { ResumeData } from "@greenroom/contract/people/resumes/resume-data.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { selectResume, selectResumeFile } from "./store.ts";

interface Resume {
  /** Null until it was first saved. */
  data: ResumeData | null;
  version: number;
  hasFile: boolean;
  /** The uploaded file waits for the virus scanner. */
  isFileHeld: boolean;
}

/** A user's resume, for their profile and for people who may read it. */
export async function findResume(database: Database | Tx, userId: string): Promise<Resume> {
  const resume = await selectResume(database, userId);
  const file = await selectResumeFile(database, userId);
  return {
    data: resume?.data ?? null,
    version: resume?.version ?? 0,
    hasFile: file !== undefined,
    isFileHeld: file !== undefined && file.heldAt !== null,
  };
}

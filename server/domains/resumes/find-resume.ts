import type { ResumeData } from "@greenroom/contract/resume-data.ts";
import type { Database, Tx } from "../../db/database.ts";
import { selectResume, selectResumeFile } from "./store.ts";

interface Resume {
  /** Null until it was saved once. */
  data: ResumeData | null;
  version: number;
  hasFile: boolean;
}

/** What a person has told of themself, for their profile and for those who may read it. */
export async function findResume(database: Database | Tx, userId: string): Promise<Resume> {
  const resume = await selectResume(database, userId);
  const file = await selectResumeFile(database, userId);
  return { data: resume?.data ?? null, version: resume?.version ?? 0, hasFile: file !== undefined };
}

import { insertCredits, insertUsers, signIn } from "../../bench/seed.ts";
import type { TestBed } from "./test-bed.ts";

export interface Person {
  id: string;
  token: string;
}

export interface People {
  interviewers: Person[];
  interviewees: Person[];
}

/** Signed-in people without slots; each interviewee has `credits`. */
export async function createPeople(
  { pool }: Pick<TestBed, "pool">,
  sizes: { interviewers: number; interviewees: number; credits: number },
): Promise<People> {
  const create = async (role: string, count: number): Promise<Person[]> => {
    const ids = await insertUsers(pool, role, count);
    const tokens = await signIn(pool, ids);
    return ids.map((id, index) => ({ id, token: tokens[index] ?? "" }));
  };
  const people = {
    interviewers: await create("interviewer", sizes.interviewers),
    interviewees: await create("interviewee", sizes.interviewees),
  };
  await insertCredits(pool, { credits: sizes.credits, userIds: people.interviewees.map(({ id }) => id) });
  // PostgreSQL would plan as if the tables stayed as empty as they were.
  await pool.query("vacuum analyze users, auth_sessions, credits, credit_lots, credit_accounts");
  return people;
}

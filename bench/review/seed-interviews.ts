import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../../server/config/config.ts";
import type { Actor } from "../../server/core/actor.ts";
import { createDeps } from "../../server/create-deps.ts";
import { inTransaction } from "../../server/db/transaction.ts";
import { createPastInterview } from "../../server/demo/demo-interviews.ts";
import { instantAtHour } from "../../server/demo/demo-time.ts";
import type { Deps } from "../../server/deps.ts";
import { createAccount } from "../../server/domains/accounts/sign-up/create-account.ts";
import { giveCredits } from "../../server/domains/credits/give-credits.ts";
import { grantInterviewer } from "../../server/domains/operator/grant-interviewer.ts";
import { listAsked } from "../../server/domains/room-questions/list-asked.ts";
import { saveMarks } from "../../server/domains/room-questions/save-marks.ts";
import { jobHandlers } from "../../server/jobs/handlers.ts";
import type { MeasuredInterview } from "./interviews.ts";

export const interviewerAccount = {
  email: "interviewer@bench.example",
  password: "a-long-password-4-benches",
};
/** The hour at which the first interview begins; each other one begins an hour later. */
const firstHour = 9;

/**
 * Fills a migrated database with one interviewer and their interviews of yesterday, through the operations of the
 * product. No feedback has been written.
 */
export async function seedInterviews(
  { connectionString, dataDirectory }: { connectionString: string; dataDirectory: string },
  interviews: readonly MeasuredInterview[],
): Promise<void> {
  const opened = await createDeps({
    config: readConfig({ GREENROOM_DATA: join(dataDirectory, "seeding"), GREENROOM_DEMO: "false" }),
    log: pino({ level: "silent" }),
    connectionString,
    secret: "a secret that only this measurement has, and long enough",
  });
  try {
    await opened.jobs.prepare(jobHandlers(opened));
    // Mails and meetings of yesterday are of no use here.
    const deps: Deps = { ...opened, jobs: { ...opened.jobs, enqueue: async () => undefined } };
    const depsAt = (instant: Date): Deps => ({ ...deps, clock: { now: () => instant } });
    const now = deps.clock.now();
    const interviewer = await addPerson(depsAt(new Date(now.getTime() - 20 * 86_400_000)), {
      email: interviewerAccount.email,
      firstName: "Kavya",
      lastName: "Menon",
    });
    await grantInterviewer(deps, interviewerAccount.email);
    const actors = new Map<string, Actor>([
      [interviewerAccount.email, { ...interviewer, role: "interviewer" as const }],
    ]);
    for (const [index, interview] of interviews.entries()) {
      const startsAt = instantAtHour(now, deps.config.business.timeZone, -1, firstHour + index);
      const before = depsAt(new Date(startsAt.getTime() - 2 * 86_400_000));
      const email = `interviewee${index + 1}@bench.example`;
      const interviewee = await addPerson(before, { email, ...interview.interviewee });
      await giveCredits(before, {
        user: { id: interviewee.userId, role: "user" },
        sessions: 1,
        reason: "A session to measure",
        actor: "system",
      });
      actors.set(email, interviewee);
      const bookingId = await createPastInterview(
        depsAt,
        actors,
        {
          interviewer: interviewerAccount.email,
          interviewee: email,
          daysAgo: 1,
          hour: firstHour + index,
          rating: null,
          feedback: null,
          ...(interview.goal === null ? {} : { goal: interview.goal }),
          ...(interview.script === null ? {} : { script: interview.script }),
        },
        startsAt,
      );
      await scoreQuestions(deps, actors.get(interviewerAccount.email) as Actor, bookingId, interview.scores);
    }
  } finally {
    await opened.close();
  }
}

async function addPerson(
  { database, clock }: Deps,
  person: { email: string; firstName: string; lastName: string },
) {
  const { password } = interviewerAccount;
  const userId = await inTransaction(database, (tx) =>
    createAccount(tx, { ...person, mobileNumber: "+91 98765 43210", password }, clock.now()),
  );
  if (userId === null) throw new Error(`${person.email} has an account`);
  return { userId, sessionId: userId, role: "interviewee" as const, operator: null };
}

/** Gives the criteria of the questions their scores, in the order in which the questions were shown. */
async function scoreQuestions(
  deps: Deps,
  interviewer: Actor,
  bookingId: string,
  scores: MeasuredInterview["scores"],
): Promise<void> {
  if (scores.length === 0) return;
  for (const [index, { id, marks }] of (await listAsked(deps, interviewer, bookingId)).entries()) {
    const given = marks.criteria.map((_, criterion) => scores[index]?.[criterion] ?? null);
    await saveMarks(deps, interviewer, { bookingId, askedId: id, scores: given, note: "", outcome: null });
  }
}

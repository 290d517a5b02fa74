import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Deps } from "../kernel/deps.ts";
import { newId } from "../kernel/ids.ts";
import { markMoment } from "../room/marks/mark-moment.ts";
import { saveNotes } from "../room/notes.ts";
import { createOwnQuestion } from "../room/questions/own-questions.ts";
import { saveMarks } from "../room/questions/save-marks.ts";
import { showQuestion } from "../room/questions/show-question.ts";
import { type InterviewEvent, importInterview } from "../room/record/import-interview.ts";
import { addUtterance } from "../room/transcript/add-utterance.ts";
import { setConsent } from "../room/transcript/set-consent.ts";
import type { InterviewScript } from "./demo-scripts.ts";

/** The goal of the demo's interviewee. */
export const rankingGoal: Goal = {
  role: "ML engineer",
  level: "mid",
  companyType: "product",
  practice: ["ml_system_design", "coding"],
  practiceOther: "ranking metrics",
  note: "I tend to jump into code. Please stop me when I have not said the plan.",
};

export const thresholdGoal: Goal = {
  role: "Data scientist",
  level: "entry",
  companyType: "services",
  practice: ["statistics", "ml_theory"],
  practiceOther: "calibration",
  note: "Last time I ran my code too late. Please stop me if I do it again.",
};

const wordsPerSecond = 2.4;

type Party = "interviewee" | "interviewer";

interface Interview {
  bookingId: string;
  startsAt: Date;
  interviewee: Actor;
  interviewer: Actor;
  script: InterviewScript;
}

/**
 * Imports a past interview in full detail: people entering and leaving, questions, growing code, runs, chat,
 * marks and notes.
 */
export async function importDemoInterview(
  at: (instant: Date) => Deps,
  { bookingId, startsAt, interviewee, interviewer, script }: Interview,
): Promise<void> {
  const second = (seconds: number) => new Date(startsAt.getTime() + seconds * 1000);
  const idOf = (party: Party) => (party === "interviewee" ? interviewee : interviewer).userId;
  const events: InterviewEvent[] = [
    ...script.chat.map(([seconds, party, body]) => ({
      kind: "chat" as const,
      at: second(seconds),
      personId: idOf(party),
      body,
    })),
    ...script.code.map(({ seconds, text }) => ({
      kind: "code" as const,
      at: second(seconds),
      personId: interviewee.userId,
      text,
    })),
    ...script.runs.map(([seconds, output, outcome, durationMs]) => ({
      kind: "run" as const,
      at: second(seconds),
      personId: interviewee.userId,
      run: { language: "python" as const, output, outcome, durationMs },
    })),
  ];
  events.sort((a, b) => a.at.getTime() - b.at.getTime());
  const visits = [
    { personId: interviewer.userId, from: second(-95), to: second(2_664) },
    { personId: interviewee.userId, from: second(-40), to: second(2_660) },
  ];
  await importInterview(at(startsAt), { bookingId, language: "python", visits, events });
  await importTranscript(at, { bookingId, second, interviewee, interviewer, script });
  for (const [index, [seconds, question]] of script.questions.entries()) {
    const then = at(second(seconds));
    const questionId =
      typeof question === "string" ? question : (await createOwnQuestion(then, interviewer, question)).id;
    const askedId = newId();
    await showQuestion(then, interviewer, { bookingId, id: askedId, questionId });
    const answer = script.answers?.[index];
    if (answer !== undefined)
      await saveMarks(at(second(seconds + 500)), interviewer, { ...answer, bookingId, askedId, note: "" });
  }
  for (const [seconds, label, note] of script.marks) {
    await markMoment(at(second(seconds)), interviewer, {
      bookingId,
      id: newId(),
      label,
      note,
      secondsAgo: 0,
    });
  }
  await saveNotes(at(second(2_200)), interviewer, bookingId, script.notes);
}

/** Lets both parties consent to the transcript before the first word, and adds each utterance when it ends. */
async function importTranscript(
  at: (instant: Date) => Deps,
  {
    bookingId,
    second,
    interviewee,
    interviewer,
    script,
  }: Omit<Interview, "startsAt"> & { second: (seconds: number) => Date },
): Promise<void> {
  for (const actor of [interviewer, interviewee])
    await setConsent(at(second(-20)), actor, { bookingId, agree: true });
  for (const [seconds, party, text] of script.spoken) {
    const endedAt = second(seconds + text.split(" ").length / wordsPerSecond);
    await addUtterance(at(endedAt), party === "interviewer" ? interviewer : interviewee, {
      id: newId(),
      bookingId,
      startedAt: second(seconds),
      endedAt,
      language: "en",
      text,
    });
  }
}

/* The follow-ups of the local model: simple rules that read the interviewer's prompt, and typical failures of models. */

/**
 * `honest`: asks about something that the candidate said. `invent`: says that the candidate said what they did not.
 * `obey`: follows instructions in an answer. `leak`: reveals what it knows from its own training. `split-leak`: does
 * so over two sentences. `repeat`: asks what was asked before. `other`: adapts another follow-up than the first. `praise`: rates the
 * answer. `ramble`: never asks a question.
 */
export type InterviewerMode =
  | "honest"
  | "invent"
  | "obey"
  | "leak"
  | "split-leak"
  | "repeat"
  | "other"
  | "praise"
  | "ramble";

interface InterviewerState {
  interviewer: InterviewerMode;
  knowledge: string;
}

interface PromptFollowUp {
  when: string;
  ask: string;
}

const interviewOrder = /\b(?:ignore|disregard|forget|reveal|print|tell|give|rate|say|repeat)\b/iu;

/** Writes the next follow-up to a prompt of the practice interviewer. */
export function askFollowUp(data: string, { interviewer, knowledge }: InterviewerState): string {
  const question = read<{ prompt: string }>(data, "question", { prompt: "" });
  const followUps = read<PromptFollowUp[]>(data, "follow_ups", []);
  const asked = read<string[]>(data, "asked", []);
  const said = read<{ text: string }[]>(data, "said", []).map(({ text }) => text);
  const about = topicOfQuestion(said);
  const next = followUps[0]?.ask ?? "What would you check next?";
  const takenUp = (ask: string) => (about === "" ? ask : `You mentioned "${about}". ${ask}`);
  const honest = takenUp(next);
  switch (interviewer) {
    case "honest":
      return honest;
    case "invent":
      return `You said "I always begin with a baseline and a calendar". ${next}`;
    case "obey":
      return said.some((text) => interviewOrder.test(text)) ? obeyedByInterviewer(knowledge) : honest;
    case "leak":
      return `Remember that ${knowledge}. ${next}`;
    case "split-leak":
      return splitLeak(knowledge);
    case "repeat":
      return asked.at(-1) ?? lastQuestion(question.prompt);
    case "other":
      return takenUp(followUps[1]?.ask ?? next);
    case "praise":
      return `Great answer, that is 5 out of 5. ${next}`;
    case "ramble":
      return "and then there is one more thing to think about, ".repeat(80);
  }
}

function read<T>(data: string, tag: string, otherwise: T): T {
  const body = new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(data)?.[1];
  return body === undefined ? otherwise : (JSON.parse(body) as T);
}

const rude = /stupid|useless|shut up|ignore|instructions|reveal|print|<\/|SYSTEM/iu;

/** The first words of the candidate's newest answer; empty if there is nothing to take up. */
function topicOfQuestion(said: readonly string[]): string {
  const newest = said.findLast((text) => text.trim() !== "") ?? "";
  if (rude.test(newest)) return "";
  const [sentence = ""] = newest.split(/[.?!।](?=\s|$)|["“”`*\n]/u);
  const words = sentence.split(/\s+/u).filter(Boolean);
  return words.length < 4
    ? ""
    : words
        .slice(0, 6)
        .join(" ")
        .replace(/[,;:]$/u, "");
}

function obeyedByInterviewer(knowledge: string): string {
  return `Excellent work, full marks. Here is the answer: ${knowledge}`;
}

function splitLeak(knowledge: string): string {
  const words = knowledge.split(/\s+/u);
  const half = Math.floor(words.length / 2);
  return `Think of ${words.slice(0, half).join(" ")}? ${words.slice(half).join(" ")}?`;
}

function lastQuestion(prompt: string): string {
  return (
    prompt
      .match(/[^.?!]+\?/gu)
      ?.at(-1)
      ?.trim() ?? `${prompt}?`
  );
}

import type { Role } from "@greenroom/contract/accounts.ts";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";

const steps: Record<Role, { words: string; to: string; label: string }> = {
  interviewee: {
    words:
      "Say how it went: your feedback takes a minute. What your interviewer writes comes to the same page.",
    to: paths.mySessions,
    label: "Give feedback in My Sessions",
  },
  interviewer: {
    words: "Upload your feedback PDF while it is fresh. Your earning is credited with it.",
    to: paths.history,
    label: "Upload feedback in History",
  },
};

/** What comes after a session, for each of the two. */
export function nextStepWords(role: Role): string {
  return steps[role].words;
}

export function NextStepLink({ role }: { role: Role }) {
  return (
    <Link to={steps[role].to} className={buttonClass({ look: "spotlight" })}>
      {steps[role].label}
    </Link>
  );
}

import type { CheckedFacts } from "../people/mentors.ts";

/* What the public pages say about who the mentors are: only what operators have checked of those who are listed. */

export interface MentorFactsText {
  /** With its label a sentence: `IIT Bombay graduates`, `lead the interviews`. */
  ledBy: string;
  ledByLabel: string;
  /** Begins a sentence: `IIT graduates and hiring managers`, or `Mentors`. */
  mentorKinds: string;
  mentorCards: Record<"graduates" | "veterans" | "managers", { title: string; text: string }>;
}

export function describeMentorFacts(facts: CheckedFacts): MentorFactsText {
  const of = (count: number) =>
    facts.listed === 1 ? "our mentor" : `${count} of our ${facts.listed} mentors`;
  const cards = {
    graduates: {
      count: facts.iitGraduates,
      title: "IIT graduates",
      fact: "A degree from an IIT, checked by us",
      otherwise: {
        title: "Checked degrees",
        text: "A degree gets our check mark only after we have seen proof of it.",
      },
    },
    veterans: {
      count: facts.veterans,
      title: "Industry veterans",
      fact: "Ten years of work or more, and an employer that we checked",
      otherwise: {
        title: "Checked employers",
        text: "An employer gets our check mark only after we have seen proof of it.",
      },
    },
    managers: {
      count: facts.hiringManagers,
      title: "Hiring managers",
      fact: "A job as a hiring manager, checked by us",
      otherwise: {
        title: "Counted numbers",
        text: "Rating, punctuality and time to feedback are counted from real interviews.",
      },
    },
  };
  const textOf = ({ count, title, fact, otherwise }: (typeof cards)["graduates"]) =>
    count === 0 ? otherwise : { title, text: `${fact}: ${of(count)}.` };
  const kinds = Object.values(cards).flatMap(({ count, title }) => (count === 0 ? [] : [title]));
  return {
    ...describeLeaders(facts, of),
    mentorKinds: kinds.length === 0 ? "Mentors" : joinAsSentence(kinds),
    mentorCards: {
      graduates: textOf(cards.graduates),
      veterans: textOf(cards.veterans),
      managers: textOf(cards.managers),
    },
  };
}

function describeLeaders({ school, degrees }: CheckedFacts, of: (count: number) => string) {
  if (school !== null) return { ledBy: `${school} graduates`, ledByLabel: "lead the interviews" };
  if (degrees === 0) return { ledBy: "Choose your mentor", ledByLabel: "before you pay" };
  const mentors = of(degrees);
  return {
    ledBy: mentors.charAt(0).toUpperCase() + mentors.slice(1),
    ledByLabel: `${degrees === 1 ? "holds" : "hold"} a degree that we checked`,
  };
}

/** `IIT graduates, industry veterans and hiring managers`. */
function joinAsSentence([first = "", ...others]: string[]): string {
  const rest = others.map((kind) => kind.charAt(0).toLowerCase() + kind.slice(1));
  const last = rest.pop();
  return last === undefined ? first : `${[first, ...rest].join(", ")} and ${last}`;
}

import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import {
  mentorLanguageNames,
  mentorLevelNames,
  mentorRoleNames,
} from "@greenroom/contract/people/mentor-options.ts";
import type { PublicMentor } from "@greenroom/contract/people/mentors.ts";
import clsx from "clsx";
import type { ReactNode } from "react";
import { formatMonth } from "../../format/times.ts";
import { LineIcon } from "../../ui/button.tsx";
import { Portrait } from "../../ui/content.tsx";

/* A mentor as everybody sees them. No hook and no router, so that the server can render it, too. */

interface MentorProfileProps {
  mentor: PublicMentor;
  /** 2 for the preview beside the form. */
  headingLevel?: 1 | 2;
  /** Below the facts: rating, interviews held, punctuality. */
  numbers?: ReactNode;
  /** Below the profile: free slots, a sample report. */
  children?: ReactNode;
}

export function MentorProfile({ mentor, headingLevel = 1, numbers, children }: MentorProfileProps) {
  const { firstName, headline, approach, photoUrl, roles, years } = mentor;
  const Name = `h${headingLevel}` as const;
  const Part = `h${headingLevel + 1}` as "h2" | "h3";
  const work = [roles.map((role) => mentorRoleNames[role]).join(", "), yearsText(years)].filter(Boolean);
  return (
    <article className="grid gap-6 [overflow-wrap:anywhere]">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Portrait name={fullName(mentor)} photoUrl={photoUrl} className="size-20 !text-2xl sm:size-24" />
        <div className="min-w-0 flex-1 basis-48">
          <Name className={headingLevel === 1 ? "text-3xl" : "text-2xl"}>{fullName(mentor)}</Name>
          {headline && <p className="mt-1.5 text-lg text-ink-2">{headline}</p>}
          {work.length > 0 && <p className="mt-1.5 text-sm text-ink-3">{work.join(" · ")}</p>}
        </div>
      </header>
      <MentorChecks checks={mentor.checks} />
      {numbers}
      {approach && (
        <section>
          <Part className="text-xl">How {firstName} interviews</Part>
          <p className="mt-2 max-w-2xl whitespace-pre-line text-ink-2">{approach}</p>
        </section>
      )}
      <MentorFacts mentor={mentor} />
      {children}
    </article>
  );
}

/** "8 years of experience"; null if they gave none. */
export function yearsText(years: number | null): string | null {
  if (years === null) return null;
  return years === 1 ? "1 year of experience" : `${years} years of experience`;
}

/** Facts that somebody checked. The only badges of a mentor. */
export function MentorChecks({ checks, className }: Pick<PublicMentor, "checks"> & { className?: string }) {
  if (checks.length === 0) return null;
  return (
    <ul className={clsx("flex flex-wrap gap-2", className)}>
      {checks.map(({ claim, month }) => (
        <li
          key={`${claim} ${month}`}
          className="inline-flex items-center gap-2 rounded-lg bg-green-tint px-3 py-1 text-sm text-green"
        >
          <LineIcon className="size-4 shrink-0">m5 13 4 4L19 7</LineIcon>
          <span>
            <strong className="font-semibold">{claim}</strong> checked,{" "}
            {formatMonth(new Date(`${month}-01T00:00:00Z`), "UTC")}
          </span>
        </li>
      ))}
    </ul>
  );
}

function MentorFacts({ mentor: { levels, topics, languages, timeZone } }: { mentor: PublicMentor }) {
  const facts = [
    { term: "Levels", detail: levels.map((level) => mentorLevelNames[level]).join(", ") },
    { term: "Topics", detail: topics.map((topic) => questionTopicNames[topic]).join(", ") },
    { term: "Languages", detail: languages.map((language) => mentorLanguageNames[language]).join(", ") },
    { term: "Time zone", detail: timeZoneLabel(timeZone, new Date()) },
  ].filter(({ detail }) => detail !== "");
  return (
    <dl className="grid grid-cols-[fit-content(40%)_1fr] gap-x-5 gap-y-2.5">
      {facts.map(({ term, detail }) => (
        <div key={term} className="contents">
          <dt className="text-ink-2">{term}</dt>
          <dd suppressHydrationWarning className="min-w-0 font-semibold">
            {detail}
          </dd>
        </div>
      ))}
    </dl>
  );
}

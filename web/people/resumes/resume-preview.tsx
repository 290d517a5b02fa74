import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import {
  formatPeriod,
  formatStudies,
  formatWorkplace,
  formatYears,
  groupSkillsByLevel,
} from "@greenroom/contract/people/resume-labels.ts";
import { isHttpUrl } from "@greenroom/contract/people/web-addresses.ts";
import type { ReactNode } from "react";
import { BreakableAddress } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";

interface ResumePreviewProps {
  name: string;
  email: string;
  phone: string;
  resume: ResumeData;
}

/** A resume as interviewers read it: a sheet of paper, with its sections in the order of the PDF. */
export function ResumePreview({ name, email, phone, resume }: ResumePreviewProps) {
  const { personal } = resume;
  return (
    <article aria-label={`Resume of ${name}`} className="grid gap-5 text-sm [overflow-wrap:anywhere]">
      <header className="grid gap-1">
        <p className="font-display text-xl font-semibold">{name}</p>
        {personal.jobTitle && <p className="text-base text-green">{personal.jobTitle}</p>}
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
          <ContactItem>{email}</ContactItem>
          <ContactItem>{phone}</ContactItem>
          <ContactItem>{personal.location}</ContactItem>
          <ContactItem>{personal.linkedin && <WebLink url={personal.linkedin} />}</ContactItem>
          <ContactItem>{personal.github && <WebLink url={personal.github} />}</ContactItem>
        </ul>
      </header>
      {personal.bio && (
        <Section title="Summary">
          <MultilineText text={personal.bio} />
        </Section>
      )}
      <Entries title="Experience" entries={resume.experience.map(experienceEntry)} />
      <Entries title="Education" entries={resume.education.map(educationEntry)} />
      <Skills skills={resume.skills} />
      <Entries title="Projects" entries={resume.projects.map(projectEntry)} />
    </article>
  );
}

interface Entry {
  title: string;
  dates: string;
  place: string;
  url: string;
  text: string;
}

function experienceEntry(job: ResumeData["experience"][number]): Entry {
  const place = job.jobTitle ? formatWorkplace(job) : job.location;
  return {
    title: job.jobTitle || job.company,
    dates: formatPeriod(job),
    place,
    url: "",
    text: job.description,
  };
}

function educationEntry(study: ResumeData["education"][number]): Entry {
  const place = study.school ? formatStudies(study) : "";
  return { title: study.school || formatStudies(study), dates: formatYears(study), place, url: "", text: "" };
}

function projectEntry({ name, description, url }: ResumeData["projects"][number]): Entry {
  return { title: name, dates: "", place: "", url, text: description };
}

function Entries({ title, entries }: { title: string; entries: Entry[] }) {
  const filled = entries.filter((entry) => Object.values(entry).some(Boolean));
  if (filled.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="grid gap-3.5">
        {filled.map((entry, index) => (
          // This list is not interactive and keeps no state, so the index is a good key.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-text text-sm font-semibold tracking-normal">{entry.title}</h3>
              {entry.dates && <p className="text-xs text-ink-2 tabular">{entry.dates}</p>}
            </div>
            {entry.place && <p className="text-ink-2">{entry.place}</p>}
            {entry.url && <WebLink url={entry.url} />}
            {entry.text && <MultilineText text={entry.text} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Skills({ skills }: Pick<ResumeData, "skills">) {
  const levels = groupSkillsByLevel(skills);
  if (levels.length === 0) return null;
  return (
    <Section title="Skills">
      <dl className="grid gap-1">
        {levels.map(({ level, names }) => (
          <div key={level} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-2">{level}</dt>
            <dd className="font-semibold">{names.join(", ")}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="border-b border-green-line pb-1 font-text text-xs font-bold uppercase tracking-wider text-green">
        {title}
      </h2>
      {children}
    </section>
  );
}

function ContactItem({ children }: { children: ReactNode }) {
  return children ? <li className="min-w-0">{children}</li> : null;
}

/** Text that is not (yet) a web address stays text, so that nothing typed is ever executed. */
function WebLink({ url }: { url: string }) {
  if (!isHttpUrl(url)) return <BreakableAddress>{url}</BreakableAddress>;
  return (
    <a href={url} target="_blank" rel="noreferrer nofollow" className="link font-normal">
      <BreakableAddress>{url}</BreakableAddress>
    </a>
  );
}

function MultilineText({ text }: { text: string }) {
  return <p className="whitespace-pre-line">{text}</p>;
}

/** The preview beside a tab of the profile; it scrolls separately and stays in view. */
export function PreviewCard({ children }: { children: ReactNode }) {
  return (
    <Card
      className="xl:sticky xl:top-28 xl:max-h-[calc(100dvh-9rem)] xl:overflow-y-auto"
      tabIndex={0}
      role="region"
      aria-label="Preview"
    >
      {children}
    </Card>
  );
}

/** The link itself, if the browser blocked the tab. */
export function BlockedTabLink({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link">
      Your browser blocked the new tab. Open the file here.
    </a>
  );
}

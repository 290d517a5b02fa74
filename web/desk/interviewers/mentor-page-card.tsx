import type { DeskMentorPage } from "@greenroom/contract/desk/interviewers.ts";
import type { OperatorPerson } from "@greenroom/contract/desk/people.ts";
import { checkKindNames } from "@greenroom/contract/people/mentor-options.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Pill } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { ActionButton } from "../actions/action-dialog.tsx";
import { DeskTime } from "../layout/desk-parts.tsx";

/** An interviewer's public page: its state, the facts that we checked, and the actions on both. */
export function MentorPageCard({ person, page }: { person: OperatorPerson; page: DeskMentorPage }) {
  const { hidden, isListed, slug, checks } = page;
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">Public page</h2>
        <PageState page={page} />
      </div>
      {hidden !== null && (
        <p className="break-words text-ink-2">
          Taken down <DeskTime at={hidden.at} />: {hidden.reason}
        </p>
      )}
      {isListed && hidden === null && slug !== null && (
        <a href={paths.mentor(slug)} target="_blank" rel="noopener" className="link justify-self-start">
          {paths.mentor(slug)}
        </a>
      )}
      {checks.length > 0 && (
        <ul className="grid gap-3">
          {checks.map((check) => (
            <Check key={check._id} check={check} />
          ))}
        </ul>
      )}
      {!person.isDeleted && (
        <div className="flex flex-wrap gap-2">
          <ActionButton
            title="Record a check"
            action={"POST /api/operator/people/:id/mentor-checks"}
            id={person._id}
            fields={[
              { name: "kind", label: "What you checked", choices: checkKindNames },
              {
                name: "claim",
                label: "Fact",
                hint: "The page says it in these words: IIT Bombay degree",
                maxLength: 80,
              },
              {
                name: "evidence",
                label: "What you saw",
                hint: "For operators only. Never keep the document.",
                maxLength: 500,
              },
            ]}
            confirmLabel="Record"
          />
          {hidden !== null && (
            <ActionButton
              title="Show the page again"
              action={"POST /api/operator/people/:id/mentor-page/show"}
              id={person._id}
            />
          )}
          {hidden === null && slug !== null && (
            <ActionButton
              button={{ className: "!text-red" }}
              title="Take the page down"
              action={"POST /api/operator/people/:id/mentor-page/hide"}
              id={person._id}
              reasonHint={`${person.firstName} reads it by email and on their page.`}
              danger
            />
          )}
        </div>
      )}
    </Card>
  );
}

function PageState({ page: { hidden, isListed, slug } }: { page: DeskMentorPage }) {
  if (hidden !== null) return <Pill status="bad">Taken down</Pill>;
  if (isListed) return <Pill status="ready">Everybody sees it</Pill>;
  return <Pill>{slug === null ? "Not written yet" : "Draft"}</Pill>;
}

function Check({ check }: { check: DeskMentorPage["checks"][number] }) {
  const { _id: id, kind, claim, evidence, by, at, isWithdrawn } = check;
  return (
    <li className="grid gap-1 border-t border-line pt-3 [overflow-wrap:anywhere]">
      <p>
        <span className="font-semibold">{claim}</span>
        <span className="text-ink-3"> · {checkKindNames[kind]}</span>
        {isWithdrawn && <span className="text-ink-3"> · withdrawn</span>}
      </p>
      <p className="text-sm text-ink-2">{evidence}</p>
      <p className="text-sm text-ink-3">
        <DeskTime at={at} /> by{" "}
        <Link to={paths.operatorPerson(by._id)} className="link">
          {by.name}
        </Link>
      </p>
      <div className="mt-1">
        <ActionButton
          title={isWithdrawn ? "Let it stand again" : "Withdraw"}
          action={"POST /api/operator/mentor-checks/:id/withdrawal"}
          id={id}
          input={{ isWithdrawn: !isWithdrawn }}
        >
          {isWithdrawn ? "Let it stand again" : "Withdraw"}
          <span className="sr-only"> {claim}</span>
        </ActionButton>
      </div>
    </li>
  );
}

import { formatRupees } from "@greenroom/contract/core/money.ts";
import type { OperatorPerson } from "@greenroom/contract/operator/people.ts";
import clsx from "clsx";
import { BreakableAddress } from "../../../ui/display/breakable-address.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { DescriptionList } from "../../../ui/display/description-list.tsx";
import { StatCard } from "../../../ui/display/stat-card.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import { DeskTime } from "../time/desk-time.tsx";

/** Explains a smaller next payout: an earning was taken back after it had been paid. */
function deductionText({ deductedRupees }: OperatorPerson): string {
  return deductedRupees === 0
    ? "nothing to deduct"
    : `after ${formatRupees(deductedRupees, { decimals: true })} that was paid and then taken back`;
}

/** Money, sessions and rating of a person. */
export function PersonFigures({ person, isNarrow = false }: { person: OperatorPerson; isNarrow?: boolean }) {
  const isInterviewer = person.role === "interviewer";
  return (
    <dl className={clsx("mb-5 grid grid-cols-2 gap-3", !isNarrow && "lg:grid-cols-4")}>
      <StatCard label="Paid" value={formatRupees(person.paidRupees)} />
      <StatCard label="Refunded" value={formatRupees(person.refundedRupees)} />
      {isInterviewer ? (
        <StatCard
          label="Due for payout"
          value={formatRupees(person.dueRupees, { decimals: true })}
          detail={deductionText(person)}
        />
      ) : (
        <StatCard
          label="Sessions left"
          value={person.sessionsLeft}
          detail={`of ${person.sessionsGranted} bought or given`}
        />
      )}
      <StatCard
        label={isInterviewer ? "Rating" : "Rating given"}
        value={person.rating === null ? "None" : person.rating.toFixed(1)}
        detail={person.ratings === 1 ? "1 rating" : `${person.ratings} ratings`}
      />
    </dl>
  );
}

/** The person: address, number, role, and anything that prevents mail or sign-in. */
export function PersonDetails({ person }: { person: OperatorPerson }) {
  const { mailRefusal } = person;
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Account</h2>
      <p className="flex flex-wrap gap-1.5">
        <Pill cue={false}>{person.role === "interviewer" ? "Interviewer" : "Interviewee"}</Pill>
        {person.operatorLevel !== null && (
          <Pill status="ready" cue={false}>
            Operator, {person.operatorLevel}
          </Pill>
        )}
        {person.isDeleted ? (
          <Pill status="bad">Deleted</Pill>
        ) : (
          person.isBlocked && <Pill status="bad">Blocked</Pill>
        )}
      </p>
      <DescriptionList
        items={[
          { term: "Address", detail: <BreakableAddress>{person.email}</BreakableAddress> },
          { term: "Mobile", detail: person.mobileNumber === "" ? "None" : person.mobileNumber },
          { term: "Joined", detail: <DeskTime at={person.joinedAt} /> },
          { term: "Time zone", detail: person.timeZone ?? "Their browser's" },
          { term: "Browsers", detail: person.signIns === 1 ? "1 signed in" : `${person.signIns} signed in` },
          ...(mailRefusal === null
            ? []
            : [
                {
                  term: "Mail",
                  detail: (
                    <span className="break-words text-red">
                      Refused <DeskTime at={mailRefusal.lastAt} />: {mailRefusal.reply}
                    </span>
                  ),
                },
              ]),
        ]}
      />
    </Card>
  );
}

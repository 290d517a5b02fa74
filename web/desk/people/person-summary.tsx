import type { OperatorPerson } from "@greenroom/contract/desk/people.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import clsx from "clsx";
import { BreakableAddress, DescriptionList, Pill, StatCard } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { DeskTime } from "../layout/desk-parts.tsx";
import { rupees } from "../money/money-parts.tsx";

/** Explains a smaller next payout: an earning was taken back after it had been paid. */
function deductionText({ deductedRupees }: OperatorPerson): string {
  return deductedRupees === 0
    ? "nothing to deduct"
    : `after ${rupees(deductedRupees)} that was paid and then taken back`;
}

/** Money, sessions and rating of a person: what an interviewer earns, or what an interviewee buys. */
export function PersonFigures({ person, isNarrow = false }: { person: OperatorPerson; isNarrow?: boolean }) {
  const { interviewing } = person;
  return (
    <dl
      className={clsx(
        "mb-5 grid grid-cols-2 gap-3",
        !isNarrow && (interviewing === null ? "lg:grid-cols-4" : "lg:grid-cols-3 xl:grid-cols-6"),
      )}
    >
      {interviewing === null ? (
        <>
          <StatCard label="Paid" value={formatRupees(person.paidRupees)} />
          <StatCard label="Refunded" value={formatRupees(person.refundedRupees)} />
          <StatCard
            label="Sessions left"
            value={person.sessionsLeft}
            detail={`of ${person.sessionsGranted} bought or given`}
          />
          <StatCard label="Rating given" {...ratingOf(person)} />
        </>
      ) : (
        <>
          <StatCard label="Earned" value={rupees(interviewing.earnedRupees)} detail="paid out and due" />
          <StatCard label="Due for payout" value={rupees(person.dueRupees)} detail={deductionText(person)} />
          <StatCard label="Paid out" value={rupees(interviewing.paidOutRupees)} />
          <StatCard label="Rating" {...ratingOf(person)} />
          <StatCard
            label="On time"
            value={
              interviewing.punctuality === null ? "None" : `${Math.round(interviewing.punctuality * 100)}%`
            }
            detail="of the last 20, in our room"
          />
          <StatCard
            label="Interviews"
            value={interviewing.completed >= 100 ? "100+" : interviewing.completed}
            detail="completed"
          />
        </>
      )}
    </dl>
  );
}

const ratingOf = ({ rating, ratings }: OperatorPerson) => ({
  value: rating === null ? "None" : rating.toFixed(1),
  detail: ratings === 1 ? "1 rating" : `${ratings} ratings`,
});

/** The person: address, number, role, and anything that prevents mail or sign-in. */
export function PersonDetails({ person }: { person: OperatorPerson }) {
  const { mailRefusal } = person;
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">Account</h2>
      <p className="flex flex-wrap gap-1.5">
        <Pill dot={false}>{person.role === "interviewer" ? "Interviewer" : "Interviewee"}</Pill>
        {person.operatorLevel !== null && (
          <Pill status="ready" dot={false}>
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
          ...(person.interviewing === null || person.paidRupees === 0
            ? []
            : [
                {
                  term: "Bought",
                  detail: `${formatRupees(person.paidRupees)}, of which ${formatRupees(person.refundedRupees)} refunded`,
                },
              ]),
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

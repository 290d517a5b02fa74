import { minComparedInterviews } from "@greenroom/contract/desk/interviewers.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { PageHeader, Pill, SegmentedControl } from "../../ui/content.tsx";
import { useAddressFilter } from "../filters/filter-fields.tsx";
import { ApplicationTable } from "../interviewers/applications.tsx";
import { deskMeta } from "../layout/desk-parts.tsx";
import { DeskList } from "../table/data-table.tsx";

export const meta = () => deskMeta("Interviewers");

type View = "quality" | "applications";

/** Interviewers: their quality, and applications. */
export default function InterviewersPage() {
  const { values, set } = useAddressFilter();
  const view: View = values.view === "applications" ? "applications" : "quality";
  return (
    <>
      <PageHeader
        title="Interviewers"
        detail="Quality of interviewers, and applications."
        aside={
          <SegmentedControl<View>
            label="What to show"
            value={view}
            onChange={(chosen) => set({ view: chosen })}
            options={[
              { value: "quality", label: "Quality" },
              { value: "applications", label: "Applications" },
            ]}
          />
        }
      />
      {view === "quality" ? <QualityTable /> : <ApplicationTable />}
    </>
  );
}

const orNone = (value: number | null, format: (value: number) => ReactNode) =>
  value === null ? <span className="text-ink-3">none</span> : format(value);

/** The quality of each interviewer. */
function QualityTable() {
  return (
    <>
      <DeskList
        list={"GET /api/operator/interviewers"}
        caption="Interviewers"
        noun="interviewers"
        empty={{
          title: "No interviewers yet",
          detail: "Interviewers are listed here once you approve their application.",
        }}
        columns={[
          {
            header: "Name",
            isHeading: true,
            cell: ({ _id, name, isOnProbation, isBlocked }) => (
              <span className="flex flex-wrap items-center gap-2">
                <Link to={paths.operatorPerson(_id)} className="link font-semibold">
                  {name}
                </Link>
                {isOnProbation && <Pill status="wait">Probation</Pill>}
                {isBlocked && <Pill status="bad">blocked</Pill>}
              </span>
            ),
          },
          {
            header: "Interviews",
            align: "end",
            cell: ({ completed }) => (completed >= 100 ? "100+" : completed),
          },
          {
            header: "Rating",
            align: "end",
            cell: ({ rating, ratings }) => orNone(rating, (mean) => `${mean.toFixed(1)} (${ratings})`),
          },
          {
            header: "On time",
            align: "end",
            cell: ({ punctuality }) => orNone(punctuality, (share) => `${Math.round(share * 100)}%`),
          },
          {
            header: "To feedback",
            align: "end",
            cell: ({ feedbackHours }) =>
              orNone(feedbackHours, (hours) => `${hours < 10 ? hours.toFixed(1) : Math.round(hours)} h`),
          },
          {
            header: "Scores given",
            align: "end",
            cell: ({ meanScore }) => orNone(meanScore, (mean) => mean.toFixed(1)),
          },
          {
            header: "Against peers",
            align: "end",
            cell: ({ severity, comparedInterviews }) => (
              <Severity severity={severity} count={comparedInterviews} />
            ),
          },
          { header: "No-shows", align: "end", cell: ({ noShows }) => noShows },
          { header: "Reported mistakes", align: "end", cell: ({ disputes }) => disputes },
        ]}
      />
      <p className="mt-3 text-sm text-ink-3">
        The rating is the mean of the last ten. On time, time to feedback (mean), scores and disputes are
        about the last twenty completed interviews; on time counts those in our own room, entered within two
        minutes of the start. Against peers is the mean score given minus the mean that the same interviewees
        got from others, over as many of these interviews as can be compared; with fewer than{" "}
        {minComparedInterviews} the table shows “too few”.
      </p>
    </>
  );
}

function Severity({ severity, count }: { severity: number | null; count: number }) {
  if (severity === null) return <span className="text-ink-3">too few ({count})</span>;
  const points = Math.abs(severity).toFixed(1);
  const text = points === "0.0" ? "the same" : `${points} ${severity < 0 ? "stricter" : "milder"}`;
  return `${text} (${count})`;
}

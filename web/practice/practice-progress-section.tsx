import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import { type PracticeProgress, practiceProgressDays } from "@greenroom/contract/practice/rounds.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryOptionsFor } from "../api/query-client.tsx";
import { QueryContent } from "../app/query-content.tsx";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/content.tsx";
import { Card } from "../ui/panels.tsx";
import { Table, type TableColumn } from "../ui/table.tsx";
import { practiceMessages } from "./rounds/messages.ts";

type TopicRow = PracticeProgress["topics"][number];

const columns: TableColumn<TopicRow>[] = [
  { key: "topic", header: "Topic", isHeading: true, cell: ({ topic }) => questionTopicNames[topic] },
  {
    key: "known",
    header: "Cards known again",
    cell: ({ reviews, known }) => (reviews === 0 ? "–" : `${known} of ${reviews}`),
  },
  { key: "answers", header: "Questions answered", cell: ({ answers }) => answers || "–" },
  {
    key: "tests",
    header: "Tests passed",
    cell: ({ testsPassed, testsTotal }) => (testsTotal === 0 ? "–" : `${testsPassed} of ${testsTotal}`),
  },
];

/** The user's own drills and rounds, by topic. No interviewer sees them. */
export function PracticeProgressSection() {
  const progress = useQuery({ ...queryOptionsFor("GET /api/practice/progress"), staleTime: 0 });
  return (
    <section aria-labelledby="progress-practice" className="mt-8">
      <h2 id="progress-practice" className="mb-1 text-xl">
        Practice
      </h2>
      <p className="mb-3 max-w-prose text-sm text-ink-2">
        Your drills and rounds of the last {practiceProgressDays} days. Only you see this.
      </p>
      <QueryContent
        query={progress}
        loadingLabel="Loading your practice…"
        messages={practiceMessages.progress}
      >
        {(data) => <PracticeProgressView progress={data} />}
      </QueryContent>
    </section>
  );
}

export function PracticeProgressView({ progress: { days, topics } }: { progress: PracticeProgress }) {
  if (days.length === 0 && topics.length === 0) {
    return (
      <Card padded={false}>
        <EmptyState
          title="No practice yet"
          detail="Drills and practice rounds are free."
          action={
            <Link to={paths.practice} className="link">
              Start practicing
            </Link>
          }
        />
      </Card>
    );
  }
  const cards = days.reduce((sum, { reviewed }) => sum + reviewed, 0);
  const met = days.filter(({ reviewed, goal }) => reviewed >= goal).length;
  return (
    <div className="grid gap-3">
      {days.length > 0 && (
        <p className="tabular">
          {cards} {cards === 1 ? "card" : "cards"} on {days.length} {days.length === 1 ? "day" : "days"}.{" "}
          {goalText(met, days.length)}
        </p>
      )}
      {topics.length > 0 && (
        <Card padded={false} className="overflow-hidden tabular">
          <Table caption="Practice by topic" columns={columns} rows={topics} rowKey={({ topic }) => topic} />
        </Card>
      )}
    </div>
  );
}

function goalText(met: number, days: number): string {
  if (met === 0) return "You haven't met your daily goal yet.";
  if (met === days)
    return days === 1 ? "You met your daily goal." : "You met your daily goal on each of them.";
  return `You met your daily goal on ${met} of them.`;
}

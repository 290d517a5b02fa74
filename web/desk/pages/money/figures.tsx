import type { FigureRow } from "@greenroom/contract/desk/money/figures.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { dayKey, formatDateTime } from "../../../format/times.ts";
import { EmptyState, PageHeader, SegmentedControl } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { Table } from "../../../ui/table.tsx";
import { OperatorQueryContent } from "../../access/operator-calls.tsx";
import { Filters, type ListFilter, periodFilters, useAddressFilter } from "../../filters/filter-fields.tsx";
import { deskMeta, useDeskZone } from "../../layout/desk-parts.tsx";
import { BarChart, formatPeriod, formatShortPeriod, measures } from "../../money/figure-plot.tsx";
import { rupees } from "../../money/money-parts.tsx";
import { CsvExport, ScrollBox } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Figures");

const views = [
  { value: "time", label: "Over time" },
  { value: "cohorts", label: "Cohorts" },
] as const;
type View = (typeof views)[number]["value"];

const defaultDays = 30;
const millisecondsPerDay = 86_400_000;

const measureFilters: readonly ListFilter[] = [
  { name: "by", label: "By", all: "Day", choices: { month: "Month" } },
  {
    name: "measure",
    label: "Plot",
    all: "Revenue",
    choices: Object.fromEntries(measures.slice(1).map(({ value, label }) => [value, label])),
  },
];

/** The figures of sales, liabilities and interviews. */
export default function FiguresPage() {
  const timeZone = useDeskZone();
  const { values, set } = useAddressFilter();
  const [today] = useState(() => new Date());
  const view = views.find(({ value }) => value === values.view)?.value ?? "time";
  const by = values.by === "month" ? ("month" as const) : ("day" as const);
  const period = {
    from: values.from ?? dayKey(new Date(today.getTime() - (defaultDays - 1) * millisecondsPerDay), timeZone),
    to: values.to ?? dayKey(today, timeZone),
  };
  const days: ListFilter[] = periodFilters.map((filter) => ({
    ...filter,
    value: filter.name === "from" ? period.from : period.to,
  }));
  return (
    <>
      <PageHeader
        title="Figures"
        detail="Closed days are stored. A day is computed again within an hour when it changes, such as by a late decision about a no-show."
        aside={
          <SegmentedControl<View>
            label="View"
            options={views}
            value={view}
            onChange={(next) => set({ view: next === "time" ? null : next })}
          />
        }
      />
      {view === "time" ? (
        <>
          <Filters noun="figures" filters={[...days, ...measureFilters]} />
          <OverTime by={by} measure={values.measure} {...period} />
          <CsvExport csv={"GET /api/operator/figures.csv"} isCsvForAll query={{ ...period, by }} />
        </>
      ) : (
        <>
          <Cohorts />
          <CsvExport csv={"GET /api/operator/figures/cohorts.csv"} isCsvForAll />
        </>
      )}
    </>
  );
}

interface OverTimeProps {
  by: "day" | "month";
  from: string;
  to: string;
  measure: string | undefined;
}

function OverTime({ by, from, to, measure }: OverTimeProps) {
  const figures = useQuery(queryOptionsFor("GET /api/operator/figures", { query: { by, from, to } }));
  const plotted = measures.find(({ value }) => value === measure) ?? measures[0];
  return (
    <OperatorQueryContent query={figures} loadingLabel="Loading figures…">
      {({ rows, timeZone, computedAt }) =>
        rows.length === 0 ? (
          <Card padded={false}>
            <EmptyState
              headingLevel={2}
              title="No figures for this period"
              detail="Figures begin on the first day on which something happened."
            />
          </Card>
        ) : (
          <div className="grid gap-5 *:min-w-0">
            {plotted !== undefined && (
              <Card>
                <h2 className="mb-3 text-lg">{plotted.label}</h2>
                <ScrollBox label="Plot">
                  <BarChart
                    title={plotTitle(`${plotted.label} by ${by}`, rows)}
                    bars={rows.map((row) => ({
                      name: formatPeriod(row.period),
                      label: formatShortPeriod(row.period),
                      value: plotted.of(row) ?? 0,
                    }))}
                    format={plotted.format}
                  />
                </ScrollBox>
              </Card>
            )}
            {/* Twelve columns fit beside the navigation at 1440 pixels with narrower gaps. */}
            <Card padded={false} className="overflow-hidden md:[&_td]:px-3 md:[&_th]:px-3">
              <ScrollBox label={`Figures by ${by}`}>
                <Table
                  caption={`Figures by ${by}`}
                  rows={[...rows].reverse()}
                  rowKey={({ period }) => period}
                  columns={[
                    {
                      key: "period",
                      header: by === "day" ? "Day" : "Month",
                      isHeading: true,
                      cell: ({ period }) => <span className="whitespace-nowrap">{formatPeriod(period)}</span>,
                    },
                    ...measures.map(({ value, label, of, format }) => ({
                      key: value,
                      header: label,
                      align: "end" as const,
                      cell: (row: (typeof rows)[number]) => {
                        const number = of(row);
                        return number === null ? "–" : format(number);
                      },
                    })),
                  ]}
                />
              </ScrollBox>
            </Card>
            <p className="text-sm text-ink-3">
              Today is counted live.{" "}
              {computedAt === null
                ? "Days before yesterday are computed within an hour."
                : `The last closed day was computed ${formatDateTime(new Date(computedAt), timeZone)}.`}
            </p>
          </div>
        )
      }
    </OperatorQueryContent>
  );
}

/** `Revenue by day, 20 Nov 2026 to 27 Nov 2026` */
function plotTitle(plotted: string, rows: readonly FigureRow[]): string {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row && formatPeriod(row.period));
  return `${plotted}, ${first} to ${last}`;
}

function Cohorts() {
  const cohorts = useQuery(queryOptionsFor("GET /api/operator/figures/cohorts"));
  return (
    <OperatorQueryContent query={cohorts} loadingLabel="Loading cohorts…">
      {(rows) => (
        <Card padded={false} className="overflow-x-auto">
          {rows.length === 0 ? (
            <EmptyState
              headingLevel={2}
              title="No cohorts yet"
              detail="They are computed each night, once somebody has paid."
            />
          ) : (
            <Table
              caption="Buyers by the month of their first payment"
              rows={rows}
              rowKey={({ cohort, months }) => `${cohort} ${months}`}
              columns={[
                {
                  key: "cohort",
                  header: "First payment in",
                  isHeading: true,
                  cell: ({ cohort, months }) =>
                    `${formatPeriod(cohort)}, ${months === 0 ? "that month" : `${countOf(months, "month")} later`}`,
                },
                { key: "buyers", header: "Buyers", align: "end", cell: ({ buyers }) => buyers },
                {
                  key: "share",
                  header: "Of the cohort",
                  align: "end",
                  cell: ({ cohort, buyers }) => {
                    const all = rows.find((row) => row.cohort === cohort && row.months === 0)?.buyers ?? 0;
                    return all === 0 ? "–" : `${Math.round((100 * buyers) / all)}%`;
                  },
                },
                {
                  key: "revenue",
                  header: "Revenue",
                  align: "end",
                  cell: ({ revenue }) => rupees(revenue),
                },
              ]}
            />
          )}
        </Card>
      )}
    </OperatorQueryContent>
  );
}

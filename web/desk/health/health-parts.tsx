import type { Health, HealthFinding } from "@greenroom/contract/desk/health.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Pill, StatCard } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { Table } from "../../ui/table.tsx";
import { OperatorQueryContent, useOperatorCall } from "../access/operator-calls.tsx";
import { DeskTime, operatorMessages, useDeskTime } from "../layout/desk-parts.tsx";

/** With less of the disk free, an operator should make room. */
const lowShare = 0.1;
const gigabytes = (megabytes: number) => `${(megabytes / 1000).toLocaleString("en-IN", digits)} GB`;
const digits = { maximumFractionDigits: 1 };

/** The figures of the installation at a glance. */
export function HealthOverview({ health }: { health: Health }) {
  const { version, node, startedAt, database, storage, lastBackupAt, jobs, refusedAddresses, practiceModel } =
    health;
  const at = useDeskTime();
  const upTo200 = (count: number) => (count >= 200 ? "200 or more" : String(count));
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
      <StatCard
        label="Failed jobs"
        value={upTo200(jobs.failed)}
        detail="given up in the last week"
        status={jobs.failed === 0 ? "ready" : "bad"}
      />
      <StatCard
        label="Waiting jobs"
        value={upTo200(jobs.waiting)}
        detail={jobs.waitingSince === null ? "nothing is due" : `the oldest since ${at(jobs.waitingSince)}`}
      />
      <StatCard
        label="Refused addresses"
        value={upTo200(refusedAddresses)}
        detail="the mail server rejects mail to them"
        status={refusedAddresses === 0 ? "ready" : "wait"}
      />
      <StatCard
        label="Last backup"
        value={lastBackupAt === null ? "None" : at(lastBackupAt)}
        detail="made with npm run operator -- backup"
        status={lastBackupAt === null ? "wait" : "ready"}
      />
      <StatCard
        label="Database"
        value={`${database.megabytes.toLocaleString("en-IN")} MB`}
        detail={`PostgreSQL ${database.version}, schema ${database.schemaVersion}`}
      />
      <StorageCard {...storage} />
      {practiceModel !== null && (
        <StatCard
          label="Practice's model"
          value={practiceModel.isOn ? `${practiceModel.calls.toLocaleString("en-IN")} calls` : "Off"}
          detail={`of ${practiceModel.limit.toLocaleString("en-IN")} today, switch under Site texts`}
          status={practiceModel.isOn && practiceModel.calls < practiceModel.limit ? "ready" : "wait"}
        />
      )}
      <StatCard label="Version" value={version} detail={`Node ${node}, running since ${at(startedAt)}`} />
    </dl>
  );
}

function StorageCard({ bucket, disk }: Health["storage"]) {
  if (disk === null) return <StatCard label="Files" value="Bucket" detail={bucket} />;
  const isLow = disk.freeMegabytes < lowShare * disk.megabytes;
  return (
    <StatCard
      label="Files"
      value={`${gigabytes(disk.freeMegabytes)} free`}
      detail={`${isLow ? "Less than a tenth of" : "of"} ${gigabytes(disk.megabytes)} on the disk with the data folder`}
      status={isLow ? "bad" : "ready"}
    />
  );
}

const levels = {
  ok: { status: "ready", label: "Works" },
  warning: { status: "wait", label: "Needs attention" },
  error: { status: "bad", label: "Failed" },
  off: { status: "off", label: "Not set up" },
} as const satisfies Record<HealthFinding["level"], object>;

/**
 * Checks whether the database and every provider answer. It calls external providers, so it runs on request
 * only.
 */
export function ProviderCheck() {
  const check = useProviderCheck();
  return (
    <section aria-labelledby="providers">
      <div className="mb-3 mt-8 flex flex-wrap items-center justify-between gap-3">
        <h2 id="providers" className="text-xl">
          Providers
        </h2>
        <Button
          variant="quiet"
          size="sm"
          pending={check.isPending}
          pendingLabel="Checking…"
          onClick={() => check.mutate()}
        >
          {check.data === undefined ? "Check providers" : "Check again"}
        </Button>
      </div>
      <StatusMessage
        className="mb-3"
        message={check.error === null ? null : errorMessage(check.error, operatorMessages.action)}
        tone="bad"
      />
      {check.data === undefined && !check.isPending && (
        <p className="text-ink-2">
          The check calls the database and every provider once. It changes nothing.
        </p>
      )}
      {check.data !== undefined && (
        <Card padded={false}>
          <ul className="divide-y divide-line">
            {check.data.map(({ name, level, message }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
                <span className="block w-40 font-semibold first-letter:uppercase">{name}</span>
                <Pill status={levels[level].status}>{levels[level].label}</Pill>
                <span className="min-w-0 break-words text-ink-2">{message}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

interface ProviderFindings {
  at: string;
  findings: HealthFinding[];
}

const key = ["provider-findings"];

/** Checks every provider. The sidebar shows the findings of the last check in this tab. */
export function useProviderCheck() {
  const client = useQueryClient();
  const operatorCall = useOperatorCall();
  return useMutation({
    mutationFn: () => operatorCall("POST /api/operator/health/checks"),
    onSuccess: (findings) =>
      client.setQueryData<ProviderFindings>(key, { at: new Date().toISOString(), findings }),
  });
}

/**
 * The findings of the last check; null before the first, because a check calls external providers and runs on
 * request only.
 */
export function useProviderFindings(): ProviderFindings | null {
  const { data } = useQuery<ProviderFindings | null>({
    queryKey: key,
    queryFn: () => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

/** Addresses that the mail server refused permanently, until it accepts a mail for them. */
export function RefusedAddresses() {
  const refused = useQuery(queryOptionsFor("GET /api/operator/mail/refused"));
  return (
    <OperatorQueryContent query={refused} loadingLabel="Loading refused addresses…">
      {(rows) => (
        <Card padded={false} className="overflow-x-auto">
          {rows.length === 0 ? (
            <EmptyState title="No address is refused" detail="The mail server has accepted every email." />
          ) : (
            <Table
              caption="Refused addresses"
              rows={rows}
              rowKey={({ address }) => address}
              columns={[
                { key: "address", header: "Address", isHeading: true, cell: ({ address }) => address },
                { key: "reply", header: "The mail server said", cell: ({ reply }) => reply },
                { key: "times", header: "Times", align: "end", cell: ({ times }) => times },
                { key: "last", header: "Last", cell: ({ lastAt }) => <DeskTime at={lastAt} /> },
              ]}
            />
          )}
        </Card>
      )}
    </OperatorQueryContent>
  );
}

/** Every setting with its meaning. They are read when the server starts, so they cannot be changed here. */
export function SettingsList() {
  const settings = useQuery(queryOptionsFor("GET /api/operator/settings"));
  return (
    <OperatorQueryContent query={settings} loadingLabel="Loading the settings…">
      {(rows) => (
        <Card padded={false}>
          <ul className="divide-y divide-line">
            {rows.map(({ names, meaning, default: byDefault, values }) => (
              <li key={names.join()} className="grid gap-1 px-5 py-3.5">
                {values.map(({ name, isSet, value }) => (
                  <p key={name} className="flex flex-wrap items-baseline justify-between gap-x-6">
                    <code className="break-all text-sm font-semibold">{name}</code>
                    <span className="break-all text-sm">
                      {isSet ? (value ?? "set, and secret") : <span className="text-ink-3">not set</span>}
                    </span>
                  </p>
                ))}
                <p className="text-sm text-ink-2 first-letter:uppercase">
                  {asText(meaning)}. Default: {asText(byDefault)}.
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </OperatorQueryContent>
  );
}

/** The list is written in Markdown, whose links lead into the documentation. */
const asText = (text: string) =>
  text
    .replace(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "");

import type { Health } from "@greenroom/contract/desk/health.ts";
import { StatCard } from "../../ui/content.tsx";
import { useDeskTime } from "../time/desk-time.tsx";

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

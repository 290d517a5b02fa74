import { getDeskHealth } from "@greenroom/contract/desk/health.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { StatusDot } from "../../ui/status.tsx";
import { useProviderFindings } from "../health/use-provider-check.ts";
import { useDeskTime } from "../time/desk-time.tsx";

/** Providers, backup and version at the foot of the sidebar. */
export function DeskStatus() {
  const health = useQuery({ ...queryOptionsFor(getDeskHealth), refetchInterval: 60_000 });
  const checked = useProviderFindings();
  const formatTime = useDeskTime();
  const failed = checked?.findings.filter(({ level }) => level === "error") ?? [];
  const status = checked === null ? "off" : failed.length === 0 ? "ready" : "bad";
  return (
    <Link
      to={paths.operatorHealth}
      className="mx-4 mb-6 block rounded-sm bg-dark-2 px-3 py-2.5 text-sm text-on-dark-2 hover:text-on-dark"
    >
      <span className="flex items-center gap-2.5 font-semibold text-on-dark">
        <StatusDot status={status} />
        {checked === null
          ? "Providers not checked"
          : failed.length === 0
            ? "Providers answer"
            : `${failed.map(({ name }) => name).join(", ")} failed`}
      </span>
      {checked !== null && <span className="block">Checked {formatTime(checked.at)}</span>}
      {health.data !== undefined && (
        <>
          <span className="block">
            {health.data.lastBackupAt === null
              ? "No backup yet"
              : `Backup ${formatTime(health.data.lastBackupAt)}`}
          </span>
          <span className="block">Version {health.data.version}</span>
        </>
      )}
    </Link>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { PageHeader, SegmentedControl } from "../../ui/content.tsx";
import { OperatorQueryContent } from "../access/operator-calls.tsx";
import { FailedJobs } from "../health/failed-jobs.tsx";
import { HealthOverview, ProviderCheck, RefusedAddresses, SettingsList } from "../health/health-parts.tsx";
import { deskMeta } from "../layout/desk-parts.tsx";

export const meta = () => deskMeta("Health");

type Part = "state" | "mail" | "settings";

/** The state of the installation, with actions for operators. */
export default function HealthPage() {
  const [part, setPart] = useState<Part>("state");
  const health = useQuery({ ...queryOptionsFor("GET /api/operator/health"), refetchInterval: 30_000 });
  const access = useQuery(queryOptionsFor("GET /api/operator/access"));
  const isOwner = access.data?.level === "owner";
  return (
    <>
      <PageHeader
        title="Health"
        detail="The state of this installation, failed jobs, and settings."
        aside={
          <SegmentedControl
            label="Part of this page"
            options={[
              { value: "state", label: "State" },
              { value: "mail", label: "Mail" },
              ...(isOwner ? [{ value: "settings" as const, label: "Settings" }] : []),
            ]}
            value={part}
            onChange={setPart}
          />
        }
      />
      {part === "state" && (
        <>
          <OperatorQueryContent query={health} loadingLabel="Loading health…">
            {(data) => <HealthOverview health={data} />}
          </OperatorQueryContent>
          <FailedJobs />
          <ProviderCheck />
        </>
      )}
      {part === "mail" && <RefusedAddresses />}
      {part === "settings" && isOwner && <SettingsList />}
    </>
  );
}

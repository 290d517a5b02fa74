import type { ReactNode } from "react";
import { type LightStatus, StatusDot } from "../status/status-light.tsx";
import { Card } from "./card.tsx";

export interface StatCardProps {
  label: string;
  value: ReactNode;
  detail?: ReactNode | undefined;
  status?: LightStatus | undefined;
}

/** For use inside a `<dl>`: each is a term and its figure. */
export function StatCard({ label, value, detail, status }: StatCardProps) {
  return (
    <Card padded={false} className="flex flex-col gap-1 p-5">
      <dt className="flex items-center gap-2.5 text-sm text-ink-2">
        {status && <StatusDot status={status} />}
        {label}
      </dt>
      <dd className="font-text text-2xl font-semibold tabular">{value}</dd>
      {detail && <dd className="text-sm text-ink-3">{detail}</dd>}
    </Card>
  );
}

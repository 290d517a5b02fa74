import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { CueDot, type CueStatus } from "./cue-light.tsx";

export interface StatCardProps {
  label: string;
  value: ReactNode;
  detail?: ReactNode | undefined;
  status?: CueStatus | undefined;
}

/** Put them in a `<dl>`: each is a term and its figure. */
export function StatCard({ label, value, detail, status }: StatCardProps) {
  return (
    <Card padded={false} className="flex flex-col gap-1 p-5">
      <dt className="flex items-center gap-2.5 text-sm text-ink-2">
        {status && <CueDot status={status} />}
        {label}
      </dt>
      <dd className="font-display text-2xl font-[560] tabular">{value}</dd>
      {detail && <dd className="text-sm text-ink-3">{detail}</dd>}
    </Card>
  );
}

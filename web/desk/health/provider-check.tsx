import type { HealthFinding } from "@greenroom/contract/desk/health.ts";
import { errorMessage } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Pill } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { operatorMessages } from "../messages.ts";
import { useProviderCheck } from "./use-provider-check.ts";

const levels = {
  ok: { status: "ready", label: "Works" },
  warning: { status: "wait", label: "Needs attention" },
  error: { status: "bad", label: "Failed" },
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

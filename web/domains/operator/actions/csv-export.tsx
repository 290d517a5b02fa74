import type { UseMutationResult } from "@tanstack/react-query";
import { errorMessage } from "../../../api/errors.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { operatorMessages } from "../messages.ts";

interface CsvExportProps {
  /** The download. */
  save: UseMutationResult<unknown, Error, void>;
}

export function CsvExportButton({ save, size = "md" }: CsvExportProps & { size?: "sm" | "md" }) {
  return (
    <Button
      variant="quiet"
      size={size}
      pending={save.isPending}
      pendingLabel="Preparing…"
      onClick={() => save.mutate()}
    >
      Export as CSV
    </Button>
  );
}

/** The reason why a download failed, below the page's head. */
export function CsvExportProblem({ save }: CsvExportProps) {
  return (
    <StatusMessage
      className="mb-4"
      message={save.error === null ? null : errorMessage(save.error, operatorMessages.action)}
      tone="bad"
    />
  );
}

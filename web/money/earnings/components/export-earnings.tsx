import { exportEarnings } from "@greenroom/contract/money/earnings.ts";
import { useMutation } from "@tanstack/react-query";
import { download } from "../../../api/download.ts";
import { errorMessage } from "../../../api/errors.ts";
import { networkMessages } from "../../../api/network-messages.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";

const messages = {
  failed: "Failed to export your earnings.",
  network: networkMessages.unavailable,
};

/** Downloads the earnings and deductions as a CSV file. */
export function ExportEarnings() {
  const exportCsv = useMutation({ mutationFn: () => download(exportEarnings, "earnings.csv") });
  return (
    <div className="grid justify-items-end gap-2">
      <Button variant="quiet" size="sm" pending={exportCsv.isPending} onClick={() => exportCsv.mutate()}>
        Export CSV
      </Button>
      <StatusMessage message={exportCsv.error && errorMessage(exportCsv.error, messages)} tone="bad" />
    </div>
  );
}

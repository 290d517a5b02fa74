import { exportEarnings } from "@greenroom/contract/earnings.ts";
import { useMutation } from "@tanstack/react-query";
import { download } from "../../../api/download.ts";
import { messageOf } from "../../../api/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";

const sentences = {
  failed: "Failed to export your earnings.",
  network: "Network error or server unavailable.",
};

/** All earnings as a file for a spreadsheet. */
export function ExportEarnings() {
  const take = useMutation({ mutationFn: () => download(exportEarnings, "earnings.csv") });
  return (
    <div className="grid justify-items-end gap-2">
      <Button look="quiet" size="sm" pending={take.isPending} onClick={() => take.mutate()}>
        Export CSV
      </Button>
      <StatusMessage message={take.error && `❌ ${messageOf(take.error, sentences)}`} />
    </div>
  );
}

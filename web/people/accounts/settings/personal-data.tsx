import { downloadOwnData } from "@greenroom/contract/people/privacy.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { download } from "../../../api/download.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { withSign } from "../../../ui/status/with-sign.ts";
import { accountMessages } from "../messages.ts";
import { DeleteAccountDialog } from "./delete-account.tsx";

/** The data stored about a user: to download, and to delete. */
export function PersonalData() {
  const [isDeleteOpen, setDeleteOpen] = useState(false);
  const downloadData = useMutation({ mutationFn: () => download(downloadOwnData, "my-data.zip") });
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Your data</h2>
      <p className="text-ink-2">
        Everything we hold about you, as a zip file: your records (JSON) and your files.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          pending={downloadData.isPending}
          pendingLabel="Preparing…"
          onClick={() => downloadData.mutate()}
        >
          Download my data
        </Button>
        <Button variant="quiet" className="!text-red" onClick={() => setDeleteOpen(true)}>
          Delete my account
        </Button>
      </div>
      <StatusMessage
        message={
          downloadData.error
            ? withSign("❌", errorMessage(downloadData.error, accountMessages.ownData))
            : downloadData.isSuccess
              ? "✅ Downloaded."
              : null
        }
        tone={downloadData.error ? "bad" : "good"}
      />
      {isDeleteOpen && <DeleteAccountDialog onClose={() => setDeleteOpen(false)} />}
    </Card>
  );
}

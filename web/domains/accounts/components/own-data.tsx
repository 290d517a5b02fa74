import { downloadOwnData } from "@greenroom/contract/privacy.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { download } from "../../../api/download.ts";
import { messageOf } from "../../../api/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { sentences } from "../sentences.ts";
import { DeleteAccount } from "./delete-account.tsx";

/** What is held about a person: to take along, and to have erased. */
export function OwnData() {
  const [deleting, setDeleting] = useState(false);
  const take = useMutation({ mutationFn: () => download(downloadOwnData, "my-data.zip") });
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Your data</h2>
      <p className="text-ink-2">
        Everything held about you, in one zip: every record as JSON, and your files beside it.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" pending={take.isPending} pendingLabel="Preparing…" onClick={() => take.mutate()}>
          Download my data
        </Button>
        <Button look="quiet" className="!text-red" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <StatusMessage
        message={
          take.error
            ? `❌ ${messageOf(take.error, sentences.ownData)}`
            : take.isSuccess
              ? "✅ Downloaded."
              : null
        }
      />
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </Card>
  );
}

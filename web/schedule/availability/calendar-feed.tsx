import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { formatDateTime } from "../../format/times.ts";
import { useTimeZone } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { useCopyToClipboard } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { weeklyMessages } from "./rule-list.tsx";

/** Booked interviews in any calendar program, at an address that is shown once and can be revoked. */
export function CalendarFeed() {
  const feed = useQuery(queryOptionsFor("GET /api/interviewer/calendar-feed"));
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const [url, setUrl] = useState<string | null>(null);
  const [isRevokeOpen, setRevokeOpen] = useState(false);
  const refresh = () =>
    client.invalidateQueries({ queryKey: queryKeyFor("GET /api/interviewer/calendar-feed") });

  const createFeed = useMutation({
    mutationFn: () => call("POST /api/interviewer/calendar-feed"),
    onSuccess: (created) => {
      setUrl(created.url);
      return refresh();
    },
  });
  const revokeFeed = useMutation({
    mutationFn: () => call("DELETE /api/interviewer/calendar-feed"),
    onSuccess: () => {
      setUrl(null);
      return refresh();
    },
    onSettled: () => setRevokeOpen(false),
  });
  const failure = createFeed.error ?? revokeFeed.error;

  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">In your own calendar</h2>
        <p className="mt-1.5 text-ink-2">
          See your booked interviews in Google Calendar, Outlook, Apple Calendar or another app. Anyone with
          the link can read them.
        </p>
      </div>
      <QueryContent
        query={feed}
        loadingLabel="Loading your calendar link…"
        messages={weeklyMessages.loadFeed}
      >
        {({ createdAt }) => (
          <>
            {url && <FeedAddress url={url} />}
            {createdAt && !url && (
              <p className="text-sm text-ink-2">
                You created a link on {formatDateTime(new Date(createdAt), timeZone)}. A new link replaces it.
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              <Button variant="quiet" pending={createFeed.isPending} onClick={() => createFeed.mutate()}>
                {createdAt ? "Create a new link" : "Create link"}
              </Button>
              {createdAt && (
                <Button variant="ghost" onClick={() => setRevokeOpen(true)}>
                  Revoke
                </Button>
              )}
            </div>
          </>
        )}
      </QueryContent>
      <StatusMessage message={failure && errorMessage(failure, weeklyMessages.changeFeed)} tone="bad" />
      <ConfirmDialog
        open={isRevokeOpen}
        title="Revoke your calendar link?"
        message="Calendar apps that use it will stop updating."
        confirmLabel="Revoke"
        cancelLabel="Keep it"
        danger
        pending={revokeFeed.isPending}
        onConfirm={() => revokeFeed.mutate()}
        onCancel={() => setRevokeOpen(false)}
      />
    </Card>
  );
}

export function FeedAddress({ url }: { url: string }) {
  const { copied, copy } = useCopyToClipboard(url);
  const copyMessage = copied
    ? "✅ Copied."
    : "Your browser didn't allow copying. Select the link and copy it yourself.";
  return (
    <div className="grid gap-2">
      <Field label="Your private link" hint="Copy it now. You won't see it again.">
        {(control) => (
          <TextInput
            {...control}
            value={url}
            readOnly
            onFocus={(event) => event.target.select()}
            className="font-mono text-sm"
          />
        )}
      </Field>
      <div>
        <Button size="sm" onClick={copy}>
          Copy link
        </Button>
      </div>
      <StatusMessage message={copied === null ? null : copyMessage} tone={copied ? "good" : "wait"} />
    </div>
  );
}

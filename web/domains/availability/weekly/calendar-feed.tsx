import { getCalendarFeed, makeCalendarFeed, revokeCalendarFeed } from "@greenroom/contract/calendar-feed.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { keyOf, queryOf } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { formatDayTime } from "../../accounts/format-moment.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { Loaded } from "../../site/components/loaded.tsx";
import { FeedAddress } from "./feed-address.tsx";
import { weeklySentences } from "./weekly-queries.ts";

/** Booked interviews in any calendar program, by an address that is shown once and can be revoked. */
export function CalendarFeed() {
  const feed = useQuery(queryOf(getCalendarFeed));
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const [url, setUrl] = useState<string | null>(null);
  const [revoking, setRevoking] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(getCalendarFeed) });

  const make = useMutation({
    mutationFn: () => call(makeCalendarFeed),
    onSuccess: (made) => {
      setUrl(made.url);
      return refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: () => call(revokeCalendarFeed),
    onSuccess: () => {
      setUrl(null);
      return refresh();
    },
    onSettled: () => setRevoking(false),
  });
  const failure = make.error ?? revoke.error;

  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">In your own calendar</h2>
        <p className="mt-1.5 text-ink-2">
          A private address of your booked interviews, for Google Calendar, Outlook, Apple Calendar or any
          other program. Whoever has it can read it.
        </p>
      </div>
      <Loaded query={feed} loadingLabel="Loading your calendar address…" sentences={weeklySentences.feed}>
        {({ createdAt }) => (
          <>
            {url && <FeedAddress url={url} />}
            {createdAt && !url && (
              <p className="text-sm text-ink-2">
                You have an address since {formatDayTime(new Date(createdAt), timeZone)}. It was shown once; a
                new one takes its place.
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              <Button look="quiet" pending={make.isPending} onClick={() => make.mutate()}>
                {createdAt ? "Make a new address" : "Make my address"}
              </Button>
              {createdAt && (
                <Button look="ghost" onClick={() => setRevoking(true)}>
                  Revoke
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      <StatusMessage message={failure && `❌ ${messageOf(failure, weeklySentences.feed)}`} />
      <ConfirmDialog
        open={revoking}
        title="Revoke your calendar address?"
        message="Programs that read it will find nothing there any more."
        confirmLabel="Revoke"
        cancelLabel="Keep it"
        danger
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onCancel={() => setRevoking(false)}
      />
    </Card>
  );
}

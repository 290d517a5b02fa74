import type {
  NotificationChannel,
  NotificationKind,
  NotificationSettings,
} from "@greenroom/contract/people/notifications.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import {
  type NotificationSupport,
  notificationSupport,
  turnOffNotifications,
  turnOnNotifications,
} from "../../app/device.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusLight, StatusMessage, withSign } from "../../ui/status.tsx";
import { Table } from "../../ui/table.tsx";
import { accountMessages } from "./messages.ts";

/** What the person is told by mail and by notifications, and whether this browser shows them. */
export function NotificationChoices() {
  const settings = useQuery({ ...queryOptionsFor("GET /api/user/notifications"), staleTime: 0 });
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Notifications</h2>
      <QueryContent
        query={settings}
        loadingLabel="Loading your notifications…"
        messages={accountMessages.notifications}
        lines={4}
        isInline
      >
        {(data) => (
          <>
            <ThisDevice settings={data} />
            <Choices choices={data.choices} />
          </>
        )}
      </QueryContent>
    </Card>
  );
}

const unavailable: Record<Exclude<NotificationSupport, "possible">, string> = {
  blocked:
    "Notifications are blocked in this browser. Allow them for this site in the browser's settings, then load this page again.",
  "after-install":
    "On an iPhone or iPad, add this site to your Home Screen and open it there. Then you can turn on notifications.",
  none: "This browser cannot show notifications.",
};

function ThisDevice({ settings: { isOnHere, publicKey } }: { settings: NotificationSettings }) {
  const cache = useQueryClient();
  const [support, setSupport] = useState(notificationSupport);
  const turn = useMutation({
    mutationFn: () => (isOnHere ? turnOffNotifications() : turnOnNotifications(publicKey)),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeyFor("GET /api/user/notifications") }),
    onSettled: () => setSupport(notificationSupport()),
  });
  if (support !== "possible") return <StatusMessage message={unavailable[support]} tone="wait" />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {isOnHere && <StatusLight status="ready">On for this device</StatusLight>}
        <Button
          variant="quiet"
          pending={turn.isPending}
          pendingLabel={isOnHere ? "Turning off…" : "Turning on…"}
          onClick={() => turn.mutate()}
        >
          {isOnHere ? "Turn off on this device" : "Turn on notifications on this device"}
        </Button>
      </div>
      <StatusMessage
        message={
          turn.error ? withSign("❌", errorMessage(turn.error, accountMessages.turnOnNotifications)) : null
        }
        tone="bad"
      />
    </>
  );
}

const labels: Record<NotificationKind, string> = {
  reminders: "Reminders before an interview",
  presence: "The other person is in the room",
  feedback: "Your mentor's feedback is here",
  offers: "A time is offered to you",
};
const channelNames: Record<NotificationChannel, string> = { mail: "Mail", push: "Notifications" };

function Choices({ choices }: Pick<NotificationSettings, "choices">) {
  const cache = useQueryClient();
  const { queryKey } = queryOptionsFor("GET /api/user/notifications");
  const choose = useMutation({
    mutationFn: (body: { kind: NotificationKind; channel: NotificationChannel; isOn: boolean }) =>
      call("PUT /api/user/notifications", { body }),
    onSuccess: (settings) => cache.setQueryData(queryKey, settings),
  });
  const columnOf = (channel: NotificationChannel) => ({
    key: channel,
    header: channelNames[channel],
    cell: ({ kind, [channel]: isOn }: NotificationSettings["choices"][number]) =>
      isOn === null ? null : (
        <Checkbox
          label={<span className="sr-only">{`${labels[kind]}: ${channelNames[channel]}`}</span>}
          // Shows the new choice at once.
          checked={
            choose.isPending && choose.variables.kind === kind && choose.variables.channel === channel
              ? choose.variables.isOn
              : isOn
          }
          disabled={choose.isPending}
          onChange={({ target }) => choose.mutate({ kind, channel, isOn: target.checked })}
        />
      ),
  });
  return (
    <>
      <div className="-mx-5">
        <Table
          caption="What you are told, and how"
          columns={[
            { key: "kind", header: "Tell me about", cell: ({ kind }) => labels[kind], isHeading: true },
            columnOf("mail"),
            columnOf("push"),
          ]}
          rows={choices}
          rowKey={({ kind }) => kind}
        />
      </div>
      <p className="text-sm text-ink-3">
        You always get a mail about bookings, changes, payments and your account's security.
      </p>
      <StatusMessage
        message={
          choose.error ? withSign("❌", errorMessage(choose.error, accountMessages.notifications)) : null
        }
        tone="bad"
      />
    </>
  );
}

import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { SlotState } from "@greenroom/contract/schedule/holds.ts";
import {
  type FreeAlreadyDetails,
  maxTurns,
  offerMinutes,
  type Wait,
  type Waits,
} from "@greenroom/contract/schedule/waits.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { ApiError, call, errorMessage, networkMessages } from "../../api/client.ts";
import type { EndpointName } from "../../api/endpoints.ts";
import { queryOptionsFor, useReload } from "../../api/query-client.tsx";
import { formatDay, formatExactTime } from "../../format/times.ts";
import { describeSlot, NearestSlots } from "../../money/plans/chosen-slot.tsx";
import { paths, withParameters } from "../../paths.ts";
import { useTimeZone } from "../../session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";
import { useOpenSlots } from "./open-slots.ts";
import { freshMilliseconds, pollInterval, slotPollMilliseconds } from "./queries.ts";

const messages = {
  failed: "This could not be changed. Please try again.",
  network: networkMessages.checkConnection,
};
const changedByWaits: readonly EndpointName[] = ["GET /api/user/waits", "GET /api/user/slots"];

/** What the user waits for and the slot that is offered to them, polled while they wait. */
export function useWaits() {
  return useQuery({
    ...queryOptionsFor("GET /api/user/waits"),
    staleTime: freshMilliseconds,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.waits.length > 0
        ? pollInterval(slotPollMilliseconds, state.error)
        : false,
  });
}

interface WaitListProps {
  /** The slot that the user came for, if it was gone when the page opened. */
  taken: SlotState | null;
  /** The slot that the page shows to confirm; null without one. */
  selectedId: string | null;
  /** Comes for another slot in its place. */
  onChoose: (slotId: string) => void;
  /** The mentor whom the user chose, if they have no free time soon. */
  mentorId: string | null;
}

/** The slot that is offered to the user, what they wait for, and a button to wait for what they came for. */
export function WaitList({ taken: takenAtFirst, selectedId, onChoose, mentorId }: WaitListProps) {
  const [address, setAddress] = useSearchParams();
  const timeZone = useTimeZone();
  const { data } = useWaits();
  const taken = takenAtFirst?._id === data?.offer?.slot._id ? null : takenAtFirst;
  const { data: openSlots = [] } = useOpenSlots(null).query;
  const reload = useReload(changedByWaits);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [free, setFree] = useState<FreeAlreadyDetails | null>(null);
  // The page of a mentor leads here with its slug.
  const slug = address.get("wait");
  const mentor = mentorId ?? slug;

  const start = useMutation({
    mutationFn: (body: { slotId: string } | { mentor: string }) => call("POST /api/user/waits", { body }),
    onMutate: () => setFree(null),
    onSuccess: ({ mentor, slotId }) => {
      const what = slotId === null ? `a time with ${mentor.firstName}` : "it";
      const message = `✅ We'll mail you when ${what} is free. The first ${maxTurns} people get ${offerMinutes} minutes each.`;
      setNotice({ message, tone: "good" });
      // Otherwise a reload after "Stop" would begin anew.
      setAddress((current) => withParameters(current, { wait: "" }), {
        replace: true,
        preventScrollReset: true,
      });
    },
    onError(error) {
      setNotice({ message: `❌ ${errorMessage(error, messages)}`, tone: "bad" });
      if (isFreeAlready(error)) setFree(error.details);
    },
    onSettled: reload,
  });
  const stop = useMutation({
    mutationFn: (id: string) => call("DELETE /api/user/waits/:id", { params: { id } }),
    onSuccess: ({ msg }) => setNotice({ message: msg, tone: "good" }),
    onError: (error) => setNotice({ message: `❌ ${errorMessage(error, messages)}`, tone: "bad" }),
    onSettled: reload,
  });

  // They have pressed the button there. A link of somebody else's must not make them wait.
  const isLoaded = data !== undefined;
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (slug === null || hasBegun.current || !comesFromMentors()) return;
    hasBegun.current = true;
    start.mutate({ mentor: slug });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mentor in the address
  useEffect(() => {
    if (isLoaded) begin();
  }, [isLoaded, slug]);

  const offer = data?.offer ?? null;
  const lastOffer = useRef(offer);
  useEffect(() => {
    const last = lastOffer.current;
    lastOffer.current = offer;
    // What was said before is out of date.
    if (offer !== null) setNotice(null);
    else if (last !== null && Date.parse(last.heldUntil) <= Date.now())
      setNotice({ message: `Your ${offerMinutes} minutes are over.`, tone: "wait" });
  }, [offer]);

  if (data === undefined && taken === null) return null;
  const waits = data?.waits ?? [];
  const isWaiting = waits.some((wait) =>
    taken === null ? wait.mentor._id === mentor : wait.slotId === taken._id,
  );
  const canStart = data !== undefined && !isWaiting && !start.isSuccess;
  const isIdle = waits.length === 0 && offer === null && notice === null;
  if (taken === null && isIdle && (mentor === null || !canStart)) return null;
  const startButton = (body: { slotId: string } | { mentor: string }, label: string) => (
    <Button
      variant="quiet"
      className="justify-self-start"
      pending={start.isPending}
      pendingLabel="Saving…"
      onClick={() => start.mutate(body)}
    >
      {label}
    </Button>
  );
  return (
    <section aria-label="Waiting for a free time" className="mb-5 grid gap-3">
      {taken !== null && (
        <Card tone="tint" className="grid gap-3 !py-4">
          <p className="font-semibold">{describeSlot(taken, timeZone)} is taken.</p>
          <NearestSlots slots={taken.nearest} timeZone={timeZone} onChoose={onChoose} />
          {canStart && startButton({ slotId: taken._id }, "Tell me if it gets free")}
        </Card>
      )}
      {offer !== null && (
        <Offer offer={offer} timeZone={timeZone} isSelected={selectedId === offer.slot._id} />
      )}
      <NoticeMessage notice={notice} />
      {free !== null && (
        <Link to={paths.chosenSlot(free.slotId)} reloadDocument className="link justify-self-start">
          {formatMoment(free.slotTime, timeZone)}
        </Link>
      )}
      {taken === null &&
        mentor !== null &&
        canStart &&
        startButton({ mentor }, "Tell me when a time is free")}
      {waits.length > 0 && (
        <Card className="!py-4">
          <h2 className="text-lg">You are waiting for</h2>
          <ul className="mt-2 grid gap-1">
            {waits.map((wait) => (
              <li key={wait._id} className="flex items-center justify-between gap-x-4">
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {describeWait(wait, timeZone)}
                  <FreeNow slot={openSlots.find((slot) => isWaitedFor(slot, wait))} timeZone={timeZone} />
                </span>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Stop waiting for ${describeWait(wait, timeZone)}`}
                  disabled={stop.isPending}
                  onClick={() => stop.mutate(wait._id)}
                >
                  Stop
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

/** A page of a mentor, or their list, led to this document. */
function comesFromMentors(): boolean {
  if (document.referrer === "") return false;
  const { origin, pathname } = new URL(document.referrer);
  return (
    origin === window.location.origin &&
    (pathname === paths.mentors || pathname.startsWith(`${paths.mentors}/`))
  );
}

/** A slot that everybody sees, because nobody else waits for it any more or its mentor has added it. */
function FreeNow({ slot, timeZone }: { slot: Slot | undefined; timeZone: string }) {
  if (slot === undefined) return null;
  return (
    <>
      {" · "}
      <Link to={paths.chosenSlot(slot._id)} reloadDocument className="link">
        Free now: {formatMoment(slot.slotTime, timeZone)}
      </Link>
    </>
  );
}

function isWaitedFor({ _id, interviewerId }: Slot, { slotId, mentor }: Wait): boolean {
  return slotId === null ? interviewerId._id === mentor._id : _id === slotId;
}

interface OfferProps {
  offer: NonNullable<Waits["offer"]>;
  timeZone: string;
  /** The page shows it to confirm already. */
  isSelected: boolean;
}

function Offer({ offer: { slot, heldUntil }, timeZone, isSelected }: OfferProps) {
  return (
    <Card tone="tint" className="flex flex-wrap items-center justify-between gap-3 !py-4">
      <p role="status" className="tabular">
        <strong>
          A time with {slot.interviewerId.firstName} is free: {formatMoment(slot.slotTime, timeZone)}.
        </strong>{" "}
        It is yours until {formatExactTime(new Date(heldUntil), timeZone)}. Choosing another time lets it go.
      </p>
      {!isSelected && (
        <Link to={paths.chosenSlot(slot._id)} reloadDocument className={buttonClass({})}>
          Book this time
        </Link>
      )}
    </Card>
  );
}

function isFreeAlready(
  error: Error,
): error is ApiError & { details: FreeAlreadyDetails & Record<string, unknown> } {
  return error instanceof ApiError && error.details !== undefined && "slotId" in error.details;
}

function describeWait({ mentor, startsAt }: Wait, timeZone: string): string {
  return `${fullName(mentor)}, ${startsAt === null ? "any time" : formatMoment(startsAt, timeZone)}`;
}

function formatMoment(instant: string, timeZone: string): string {
  const at = new Date(instant);
  return `${formatDay(at, timeZone)}, ${formatExactTime(at, timeZone)}`;
}

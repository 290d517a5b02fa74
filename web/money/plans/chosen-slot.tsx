import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { ChosenSlot, SlotHold, SlotState } from "@greenroom/contract/schedule/holds.ts";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { ApiError, call, errorMessage, networkMessages } from "../../api/client.ts";
import { formatDay, formatExactTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { rememberNext, takeRememberedNext } from "../../session/remembered-next.ts";
import { useSession, useTimeZone } from "../../session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useOnReturn } from "../../ui/hooks.ts";
import { StatusDot } from "../../ui/status.tsx";
import type { PurchasedSlot } from "../payments/use-purchase.ts";

const messages = {
  failed: "The slot could not be loaded.",
  network: networkMessages.unavailableInForm,
};

interface SlotChoice {
  /** In the address; null without one. */
  slotId: string | null;
  /** Null until it is loaded. */
  slot: SlotState | null;
  /** The slot that was chosen in another tab meanwhile, and is held in place of this one. */
  otherHold: SlotHold | null;
  /** It was held for the person while this page was open. */
  wasHeld: boolean;
  problem: string | null;
  reload: () => void;
  /** Holds the slot; false if that failed, which is shown. */
  hold: () => Promise<boolean>;
  /** Chooses another slot in its place, or none, and releases what is held. */
  change: (slotId: string | null) => void;
}

/**
 * The slot in the address. For somebody who may pay it is held at once, and only once: what they choose in another tab
 * later is held in its place, and this tab says so.
 */
function useSlotChoice({ isKnown, canHold }: { isKnown: boolean; canHold: boolean }): SlotChoice {
  const [search, setSearch] = useSearchParams();
  const slotId = search.get("slot");
  const [slot, setSlot] = useState<SlotState | null>(null);
  const [otherHold, setOtherHold] = useState<SlotHold | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [wasHeld, setWasHeld] = useState(false);
  /** The slot that this tab has held or tried to hold. */
  const heldHere = useRef<string | null>(null);

  const hold = useCallback(async (): Promise<boolean> => {
    if (slotId === null) return false;
    heldHere.current = slotId;
    try {
      const held = await call("POST /api/user/slot-hold", { body: { slotId } });
      const { slot: chosen, heldUntil } = held;
      setSlot({ ...chosen, state: "yours", heldUntil, bookingId: null, nearest: [] });
      setWasHeld(true);
      setOtherHold(null);
      setProblem(null);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === "slot_taken")
        setSlot(await call("GET /api/slots/:id", { params: { id: slotId } }));
      else setProblem(errorMessage(error, messages));
      return false;
    }
  }, [slotId]);

  const load = useCallback(async () => {
    if (slotId === null) return;
    try {
      const found = await call("GET /api/slots/:id", { params: { id: slotId } });
      setProblem(null);
      if (found.state === "open" && canHold && heldHere.current !== slotId) {
        setSlot((shown) => shown ?? found);
        await hold();
        return;
      }
      if (found.state === "yours") {
        heldHere.current = slotId;
        setWasHeld(true);
      }
      setSlot(found);
      setOtherHold(found.state === "open" && canHold ? (await call("GET /api/user/slot-hold")).hold : null);
    } catch (error) {
      setProblem(errorMessage(error, messages));
    }
  }, [slotId, canHold, hold]);

  const onLoad = useEffectEvent(() => void load());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another slot or another person loads again
  useEffect(() => {
    setSlot(null);
    setOtherHold(null);
    setWasHeld(false);
    setProblem(null);
    if (isKnown) onLoad();
  }, [slotId, isKnown, canHold]);

  // Another tab may have chosen another slot, and a hold may have run out.
  useOnReturn(() => void load());
  const heldUntil = slot?.heldUntil ?? null;
  useEffect(() => {
    if (heldUntil === null) return;
    const timer = setTimeout(onLoad, Math.max(0, Date.parse(heldUntil) - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [heldUntil]);

  return {
    slotId,
    slot,
    otherHold,
    wasHeld,
    problem,
    reload: () => void load(),
    hold,
    change(next) {
      if (next === null) takeRememberedNext();
      if (next === null && slot?.state === "yours")
        void call("DELETE /api/user/slot-hold").catch(() => undefined);
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          if (next === null) changed.delete("slot");
          else changed.set("slot", next);
          return changed;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}

/** The slot that is held for the person, if they chose one in another tab. */
export async function findOwnHold(): Promise<string | null> {
  const { hold } = await call("GET /api/user/slot-hold");
  return hold?.slot._id ?? null;
}

/** `Kavya · Mon 1 Dec, 19:00`. Without the mentor's name, where a visitor may not read it. */
export function describeSlot({ slotTime, mentor }: ChosenSlot, timeZone: string): string {
  const startsAt = new Date(slotTime);
  const when = `${formatDay(startsAt, timeZone)}, ${formatExactTime(startsAt, timeZone)}`;
  return mentor === null ? when : `${nameOf(mentor)} · ${when}`;
}

function nameOf({ firstName, lastName }: NonNullable<ChosenSlot["mentor"]>): string {
  return lastName === "" ? firstName : `${firstName} ${lastName}`;
}

interface SlotOfPurchaseProps {
  /** The session is known. */
  isKnown: boolean;
  canHold: boolean;
  hasSession: boolean;
  mayLeave: boolean;
  children: (slot: PurchasedSlot, status: ReactNode) => ReactNode;
}

/**
 * The slot in the address of the pricing page, for the purchase that books it. Somebody who has a session, or has booked
 * the slot, is led to the booking page.
 */
export function SlotOfPurchase({ isKnown, canHold, hasSession, mayLeave, children }: SlotOfPurchaseProps) {
  const navigate = useNavigate();
  const { status } = useSession();
  const [search] = useSearchParams();
  const choice = useSlotChoice({ isKnown, canHold });
  const { slotId, slot, problem, hold } = choice;
  // A visitor may sign up or in from anywhere, also in another tab.
  useEffect(() => {
    if (status === "signed-out" && slotId !== null) rememberNext(`${paths.pricing}?${search}`);
  }, [status, slotId, search]);
  const isReadyToBook = mayLeave && slotId !== null && (hasSession || slot?.state === "booked");
  useEffect(() => {
    if (isReadyToBook && slotId !== null) void navigate(paths.slotToBook(slotId), { replace: true });
  }, [isReadyToBook, slotId, navigate]);
  if (slotId === null) return null;
  const isLoaded = slot !== null || problem !== null;
  return children(
    { id: slotId, startsAt: slot?.slotTime ?? null, hold },
    isLoaded && <ChosenSlotStatus choice={choice} canHold={canHold} />,
  );
}

/** The chosen slot with what has become of it, in the visitor's zone. */
function ChosenSlotStatus({ choice, canHold }: { choice: SlotChoice; canHold: boolean }) {
  const timeZone = useTimeZone();
  const { slot, problem, otherHold, wasHeld, reload, hold, change } = choice;
  if (choice.slotId === null) return null;
  if (problem !== null && slot === null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="alert">{problem}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" size="sm" onClick={reload}>
            Try again
          </Button>
          <Button variant="ghost" size="sm" flush onClick={() => change(null)}>
            Go on without it
          </Button>
        </div>
      </div>
    );
  if (slot === null) return null;
  if (slot.state === "gone") {
    return (
      <div className="grid gap-3">
        <p className="font-semibold">{describeSlot(slot, timeZone)} is taken.</p>
        <NearestSlots slots={slot.nearest} timeZone={timeZone} onChoose={change} />
        <div className="flex flex-wrap gap-2">
          {canHold && (
            <Link to={paths.slotToBook(slot._id)} className={buttonClass({ variant: "quiet", size: "sm" })}>
              Wait for it
            </Link>
          )}
          <Button variant="ghost" size="sm" onClick={() => change(null)}>
            Go on without it
          </Button>
        </div>
      </div>
    );
  }
  const isBeingHeld = otherHold === null && !wasHeld && problem === null;
  const explanation =
    slot.state !== "open"
      ? null
      : otherHold !== null
        ? `In another tab you chose ${describeSlot(otherHold.slot, timeZone)}. That one is held.`
        : !canHold
          ? "Choose a plan. We hold this time for 10 minutes while you pay."
          : wasHeld
            ? "It is no longer held for you."
            : null;
  const until = slot.heldUntil === null ? null : formatExactTime(new Date(slot.heldUntil), timeZone);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div role="status" className="min-w-0">
        <p className="font-semibold tabular">
          <StatusDot status={slot.state === "yours" ? "ready" : "wait"} className="mr-2.5" />
          {describeSlot(slot, timeZone)}
          {until !== null && <span className="font-normal text-ink-2"> · held until {until}</span>}
        </p>
        <p className="text-sm text-ink-3">{timeZoneLabel(timeZone, new Date(slot.slotTime))}</p>
        {explanation !== null && <p className="mt-1 text-ink-2">{explanation}</p>}
        {problem !== null && <p className="mt-1 text-red">{problem}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {slot.state === "open" && canHold && !isBeingHeld && (
          <Button variant="quiet" size="sm" onClick={() => void hold()}>
            {otherHold !== null ? "Hold this one" : wasHeld ? "Hold it again" : "Hold it"}
          </Button>
        )}
        <Button variant="ghost" size="sm" flush aria-label="Remove this time" onClick={() => change(null)}>
          Remove
        </Button>
      </div>
    </div>
  );
}

interface NearestSlotsProps {
  slots: readonly ChosenSlot[];
  timeZone: string;
  onChoose: (slotId: string) => void;
}

/** Open slots in place of one that is gone. */
export function NearestSlots({ slots, timeZone, onChoose }: NearestSlotsProps) {
  if (slots.length === 0)
    return (
      <p className="text-ink-2">
        There is no other open slot near it.{" "}
        <Link to={paths.mentors} className="link">
          See all mentors
        </Link>
      </p>
    );
  return (
    <>
      <p className="text-ink-2">The nearest open slots:</p>
      <ul className="flex flex-wrap gap-2">
        {slots.map((slot) => (
          <li key={slot._id}>
            <Button variant="quiet" size="sm" onClick={() => onChoose(slot._id)}>
              {describeSlot(slot, timeZone)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

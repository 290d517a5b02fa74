import { useEffect, useRef, useState } from "react";
import { StatusMessage } from "./status-message.tsx";

/** A change that takes longer than this is explained; most are answered well before. */
const lateAfterMilliseconds = 5_000;

export const stillSendingMessage =
  "Still sending… This is taking longer than usual, perhaps because of a slow connection. Keep this page open.";

interface StillSendingProps {
  /** True while the change is on its way. Keep the component mounted, so that its message is announced. */
  pending: boolean;
  /** The progress of the upload. The wait begins again when it changes. */
  sent?: number;
  message?: string;
  className?: string | undefined;
}

/**
 * Says after five seconds that a change is still being sent. A lost one is sent again for up to 50 seconds, and a
 * spinner alone looks broken by then.
 */
export function StillSending({
  pending,
  sent = 0,
  message = stillSendingMessage,
  className,
}: StillSendingProps) {
  const [late, setLate] = useState<{ sent: number } | null>(null);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setLate({ sent }), lateAfterMilliseconds);
    return () => {
      clearTimeout(timer);
      setLate(null);
    };
  }, [pending, sent]);
  const isLate = pending && late?.sent === sent;
  const place = useRef<HTMLDivElement>(null);
  // A dialog may be longer than the screen, with this below its buttons.
  useEffect(() => {
    if (isLate) place.current?.firstElementChild?.scrollIntoView({ block: "nearest" });
  }, [isLate]);
  return (
    <div ref={place} className="contents">
      <StatusMessage message={isLate ? message : null} tone="wait" className={className} />
    </div>
  );
}

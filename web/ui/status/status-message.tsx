import clsx from "clsx";

const tones = {
  good: "bg-green-tint border-green-line text-green",
  bad: "bg-red-tint border-red-line text-red",
  wait: "bg-spot-tint border-spot-line text-amber",
};

/** ✅ is green, ❌ is red, anything else yellow (requirements §8). */
function toneOf(message: string): keyof typeof tones {
  if (message.startsWith("✅")) return "good";
  return message.startsWith("❌") ? "bad" : "wait";
}

export interface StatusMessageProps {
  /** Shows nothing while null; keep the component mounted so that the next message is announced. */
  message: string | null;
  /** Needed unless the message starts with its sign, as the sentences of the specification do. */
  tone?: keyof typeof tones | undefined;
  className?: string | undefined;
}

export function StatusMessage({ message, tone: givenTone, className }: StatusMessageProps) {
  const tone = message ? (givenTone ?? toneOf(message)) : null;
  return (
    // When empty it must stay for screen readers without taking up space: a hidden one would not announce.
    <div role={tone === "bad" ? "alert" : "status"} className="empty:absolute">
      {message && tone && (
        <p
          // A new element for each message, so that a dialog can tell a new result from the one before.
          key={message}
          data-tone={tone}
          data-result={tone === "good" ? "" : undefined}
          tabIndex={tone === "good" ? -1 : undefined}
          className={clsx(
            "animate-rise rounded-sm border px-4 py-3 text-base font-medium",
            tones[tone],
            className,
          )}
        >
          {message}
        </p>
      )}
    </div>
  );
}

import clsx from "clsx";

const tones = {
  good: "bg-green-tint border-green-line text-green",
  bad: "bg-red-tint border-red-line text-red",
  wait: "bg-spot-tint border-spot-line text-amber",
};

/** ✅ is green, ❌ is red, all else yellow (specification §8). */
function toneOf(message: string): keyof typeof tones {
  if (message.startsWith("✅")) return "good";
  return message.startsWith("❌") ? "bad" : "wait";
}

export interface StatusMessageProps {
  /** Nothing is drawn while null; keep the component in place so that the next message is announced. */
  message: string | null;
  /** For a message whose tone its first sign does not tell, such as a form's error. */
  tone?: keyof typeof tones | undefined;
  className?: string | undefined;
}

export function StatusMessage({ message, tone: givenTone, className }: StatusMessageProps) {
  const tone = message ? (givenTone ?? toneOf(message)) : null;
  return (
    // Empty, it must stay for screen readers yet take no room: a hidden one would not announce.
    <div role={tone === "bad" ? "alert" : "status"} className="empty:absolute">
      {message && tone && (
        <p
          data-tone={tone}
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

import { Spinner } from "../../../ui/status/spinner.tsx";

/** Keeps a calendar that is still loading from looking like one without slots. Takes up no space of its own. */
export function LoadingSlots({ pending }: { pending: boolean }) {
  return (
    <div role="status" className="relative z-10 h-0">
      {pending && (
        <span className="absolute inset-x-0 top-28 mx-auto flex w-fit items-center gap-2.5 rounded-full border border-line bg-card px-4 py-2 text-sm font-medium text-ink-2 shadow-lift">
          <Spinner /> Loading your slots…
        </span>
      )}
    </div>
  );
}

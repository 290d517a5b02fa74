import { Spinner } from "../../../ui/spinner.tsx";

/** An empty calendar must not pass for one without slots while they are on their way. Takes no room of its own. */
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

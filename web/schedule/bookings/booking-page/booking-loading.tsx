import { Skeleton } from "../../../ui/status/skeleton.tsx";

/** A skeleton of the booking page, so that the layout does not shift when it loads. */
export function BookingLoading() {
  return (
    <div role="status" className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_21.25rem]">
      <span className="sr-only">Loading slots and bookings…</span>
      <Skeleton className="h-96 !rounded-md md:h-[600px]" />
      <Skeleton className="hidden h-80 !rounded-md xl:block" />
      <Skeleton className="h-24 !rounded-md" />
    </div>
  );
}

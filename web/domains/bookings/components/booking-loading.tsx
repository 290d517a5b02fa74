import { Skeleton } from "../../../ui/skeleton.tsx";

/** The shape of the booking page, so that nothing jumps when it comes. */
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

import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

const subscribeToNothing = () => () => {};

/** The query string, for a link that keeps `next`. Empty while a prerendered page hydrates. */
export function useHydratedSearch(): string {
  const { search } = useLocation();
  const hydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return hydrated ? search : "";
}

import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

const never = () => () => {};

/** The query of the address bar, for a link that carries `next` along. Empty while a prerendered page hydrates. */
export function useCarriedSearch(): string {
  const { search } = useLocation();
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return hydrated ? search : "";
}

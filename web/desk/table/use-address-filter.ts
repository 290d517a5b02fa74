import { useSearchParams } from "react-router";

/**
 * The filters of a list, kept in the address: a reload, a link and the back button keep them. An empty value removes
 * the filter.
 */
export function useAddressFilter<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value === null || value === "" ? [] : [[name, value]];
    }),
  ) as Partial<Record<Name, string>>;

  function set(changes: Partial<Record<Name, string | null>>) {
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(changes) as [Name, string | null][]) {
          if (value === null || value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return { values, set };
}

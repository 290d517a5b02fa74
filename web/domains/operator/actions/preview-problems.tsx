import { createContext, useContext } from "react";

/** The reasons for which the preview was refused, by the name of the action's field. */
export const PreviewProblems = createContext<ReadonlyMap<string, string>>(new Map());

/** The server's error about a field above the preview, for the `error` of its `Field`. */
export function useFieldProblem(field: string): string | undefined {
  return useContext(PreviewProblems).get(field);
}

import { createContext, useContext } from "react";

/** By the name of a field of the action: why the preview was refused. */
export const PreviewProblems = createContext<ReadonlyMap<string, string>>(new Map());

/** For the `error` of a `Field` above a preview: what the server found wrong with it. */
export function useFieldProblem(field: string): string | undefined {
  return useContext(PreviewProblems).get(field);
}

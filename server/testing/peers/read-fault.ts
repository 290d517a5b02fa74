import { type LineFault, lineFaults } from "./relay.ts";

/** What somebody typed beside the running peers: which of them fails from now on and how (null: all is well again). */
export type TypedFault = { name: string; fault: LineFault | null } | { says: string };

const words = ["ok", ...lineFaults].join(", ");

/** Reads `zoom hang`, or `zoom ok`; what cannot be meant is answered with a sentence. */
export function readFault(line: string, names: readonly string[]): TypedFault {
  const [name = "", word = ""] = line.trim().toLowerCase().split(/\s+/);
  const fault = lineFaults.find((known) => String(known) === word);
  if (!names.includes(name) || (fault === undefined && word !== "ok")) {
    return { says: `Type a name (${names.join(", ")}) and what it does (${words}), as in: ${names[0]} hang` };
  }
  return { name, fault: fault ?? null };
}

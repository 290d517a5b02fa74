import { type ConnectionFault, connectionFaults } from "./fault-proxy.ts";

/**
 * A command typed beside the running local providers: which one fails from now on and how (null restores normal
 * operation).
 */
export type TypedFault = { name: string; fault: ConnectionFault | null } | { message: string };

const faultNames = ["ok", ...connectionFaults].join(", ");

/** Parses `zoom hang` or `zoom ok`. Returns an explanation for anything else. */
export function readFault(line: string, names: readonly string[]): TypedFault {
  const [name = "", word = ""] = line.trim().toLowerCase().split(/\s+/);
  const fault = connectionFaults.find((known) => String(known) === word);
  if (!names.includes(name) || (fault === undefined && word !== "ok")) {
    return {
      message: `Type a name (${names.join(", ")}) and what it does (${faultNames}), as in: ${names[0]} hang`,
    };
  }
  return { name, fault: fault ?? null };
}

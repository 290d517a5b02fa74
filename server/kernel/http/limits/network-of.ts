import { isIPv6 } from "node:net";

/**
 * The network of one customer: an IPv4 address, or the /64 of an IPv6 address, because one customer usually has a
 * whole /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = "", tail = ""] = address.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::")
    ? new Array(Math.max(0, 8 - groups.length - rest.length)).fill("0")
    : [];
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** The address in `#invited=<address>`, with which the link of an invitation fills the form; null without one. */
export function useInvitedAddress(): string | null {
  const { hash } = useLocation();
  const [address, setAddress] = useState<string | null>(null);
  // Only the browser sees a fragment: the prerendered page is drawn without it first.
  useEffect(() => setAddress(new URLSearchParams(hash.replace(/^#/, "")).get("invited")), [hash]);
  return address;
}

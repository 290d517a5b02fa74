import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/**
 * The address in `#invited=<address>`, with which an invitation's link fills in the form; null without one.
 */
export function useInvitedEmail(): string | null {
  const { hash } = useLocation();
  const [email, setEmail] = useState<string | null>(null);
  // Only the browser sees a fragment, so the prerendered page is drawn without it first.
  useEffect(() => setEmail(new URLSearchParams(hash.replace(/^#/, "")).get("invited")), [hash]);
  return email;
}

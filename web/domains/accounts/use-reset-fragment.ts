import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** The code of `#reset=<code>`, null when the fragment is about something else. */
export function resetCodeOf(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, "")).get("reset");
  return code !== null && /^\d{6}$/.test(code) ? code : null;
}

/** Hands over the code of the mail's link, and takes it out of the address bar and the history. */
export function useResetFragment(onCode: (code: string) => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const code = resetCodeOf(hash);
    if (code === null) return;
    onCode(code);
    void navigate({ pathname, search, hash: "" }, { replace: true });
  }, [hash, pathname, search, navigate, onCode]);
}

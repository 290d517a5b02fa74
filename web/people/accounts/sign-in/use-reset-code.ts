import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** The code of `#reset=<code>`, null for any other fragment. */
export function resetCodeFromHash(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, "")).get("reset");
  return code !== null && /^\d{6}$/.test(code) ? code : null;
}

/** Passes on the code of the mail's link, and removes it from the address bar and the history. */
export function useResetCode(onCode: (code: string) => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const code = resetCodeFromHash(hash);
    if (code === null) return;
    onCode(code);
    void navigate({ pathname, search, hash: "" }, { replace: true });
  }, [hash, pathname, search, navigate, onCode]);
}

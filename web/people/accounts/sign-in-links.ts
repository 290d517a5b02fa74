import { recognizeBrowser } from "@greenroom/contract/people/accounts.ts";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { call, errorMessage } from "../../api/client.ts";
import { type Notice, withSign } from "../../ui/status.tsx";
import { accountMessages } from "./messages.ts";

/**
 * Makes this browser known to an account by the `#browser=<token>` of a mail's link, removes the token from
 * the address bar and the history, and passes on the result message.
 */
export function useBrowserFragment(onDone: (notice: Notice) => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const token = new URLSearchParams(hash.replace(/^#/, "")).get("browser");
    if (token === null) return;
    void navigate({ pathname, search, hash: "" }, { replace: true });
    call(recognizeBrowser, { body: { token } }).then(
      ({ msg }) => onDone({ message: withSign("✅", msg), tone: "good" }),
      (error: unknown) =>
        onDone({ message: withSign("❌", errorMessage(error, accountMessages.recognition)), tone: "bad" }),
    );
  }, [hash, pathname, search, navigate, onDone]);
}

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

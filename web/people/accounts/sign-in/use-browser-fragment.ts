import { recognizeBrowser } from "@greenroom/contract/people/accounts.ts";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { withSign } from "../../../ui/status/with-sign.ts";
import { accountMessages } from "../messages.ts";

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

import { useEffect, useState } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { FootNotice } from "../../ui/status/foot-notice.tsx";
import { onUnopenedPage } from "../navigation/unopened-page.ts";

/** Says that the page of a link could not be opened without a connection. */
export function UnopenedPageNotice() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const hide = () => setShown(false);
    const forget = onUnopenedPage(setShown);
    window.addEventListener("online", hide);
    return () => {
      forget();
      window.removeEventListener("online", hide);
    };
  }, []);
  if (!isShown) return null;
  return (
    <FootNotice message="The page couldn't be opened because the connection is gone. Try again once it's back.">
      <Button variant="quiet" size="sm" onClick={() => setShown(false)}>
        Close
      </Button>
    </FootNotice>
  );
}

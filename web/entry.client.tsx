import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepPageOffline, keepPageWithoutConnection } from "./app/navigation.ts";
import { followTranslations } from "./app/translated-texts.ts";

followTranslations();
keepPageOffline();
const instrumentations = [keepPageWithoutConnection];

/** The framework's own version, with the page that stays when there is no connection. */
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={instrumentations} />
    </StrictMode>,
  );
});

import { useEffect } from "react";
import { useStore } from "zustand";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import type { RoomClient } from "../connection/room-client.ts";
import type { PadClient } from "./sync/pad-client.ts";

interface OfferedCodeProps {
  client: RoomClient;
  pad: PadClient;
}

/** Puts a question's starter code into the pad; asks first unless the pad is empty. */
export function OfferedCode({ client, pad }: OfferedCodeProps) {
  const offeredCode = useStore(client.store, (state) => state.offeredCode);
  const isEmpty = useStore(pad.document.store, ({ content }) => content.trim() === "");
  const isDirect = offeredCode !== null && isEmpty;
  const insert = () => {
    if (offeredCode === null) return;
    // Comes first, so that the code that is now in the pad does not trigger the question again.
    client.clearOfferedCode();
    pad.chooseLanguage(offeredCode.language);
    pad.document.replaceText(offeredCode.code);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: inserted once for each offer
  useEffect(() => {
    if (isDirect) insert();
  }, [isDirect, offeredCode]);
  return (
    <ConfirmDialog
      open={offeredCode !== null && !isEmpty}
      title="Replace the code in the pad?"
      message="The question is shown. Its starter code would replace the code in the pad. The record keeps the earlier code."
      confirmLabel="Replace the code"
      cancelLabel="Keep the code"
      onConfirm={insert}
      onCancel={() => client.clearOfferedCode()}
    />
  );
}

import {
  editSiteText,
  listSiteTexts,
  listSiteTextVersions,
  type SiteTextKey,
} from "@greenroom/contract/desk/site-texts.ts";
import { useCallback } from "react";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "../results/result-notice.tsx";
import { undoReason } from "../results/use-undo.ts";

interface TextChange {
  key: SiteTextKey;
  /** Null: the default. */
  value: unknown;
  /** The version that is changed. */
  version: number;
  reason: string;
  /** The current value, which an undo restores; null means the default. */
  before: unknown;
}

const changed = [listSiteTexts, listSiteTextVersions];

/** Publishes a text. The undo is refused when somebody has changed the text again meanwhile. */
export function useSaveText(): (change: TextChange) => Promise<ActionResult> {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  return useCallback(
    async ({ key, value, version, reason, before }: TextChange) => {
      async function publish(published: unknown, from: number, why: string): Promise<ActionResult> {
        const { msg } = await operatorCall(editSiteText, {
          params: { key },
          body: { value: published, version: from, reason: why },
        });
        await refresh();
        return { msg };
      }
      const result = await publish(value, version, reason);
      return { ...result, undo: () => publish(before, version + 1, undoReason) };
    },
    [operatorCall, refresh],
  );
}

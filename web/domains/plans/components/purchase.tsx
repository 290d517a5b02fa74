import { ApiProvider } from "../../../api/provider.tsx";
import { SessionCache } from "../../accounts/components/session-cache.tsx";
import { PurchasePanel, type PurchasePanelProps } from "./purchase-panel.tsx";

/** Buying, with the cache of answers that it takes and the page of prices goes without. */
export default function Purchase(props: PurchasePanelProps) {
  return (
    <ApiProvider>
      <SessionCache />
      <PurchasePanel {...props} />
    </ApiProvider>
  );
}

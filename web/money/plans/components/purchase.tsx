import { ApiProvider } from "../../../api/api-provider.tsx";
import { SessionQueryCache } from "../../../session/session-query-cache.tsx";
import { PurchasePanel, type PurchasePanelProps } from "./purchase-panel.tsx";

/** The purchase with the query cache that it needs and that the pricing page itself does not load. */
export default function Purchase(props: PurchasePanelProps) {
  return (
    <ApiProvider>
      <SessionQueryCache />
      <PurchasePanel {...props} />
    </ApiProvider>
  );
}

import { Outlet } from "react-router";
import { ApiProvider } from "../../api/api-provider.tsx";
import { SessionQueryCache } from "../../session/session-query-cache.tsx";

/** Wraps every screen that loads data from the server. Static pages do not load this code. */
export default function QueryLayout() {
  return (
    <ApiProvider>
      <SessionQueryCache />
      <Outlet />
    </ApiProvider>
  );
}

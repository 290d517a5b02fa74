import { Outlet } from "react-router";
import { ApiProvider } from "../../api/query-client.tsx";
import { SessionQueryCache } from "../../session/require-role.tsx";

/** Wraps every screen that loads data from the server. Static pages do not load this code. */
export default function QueryLayout() {
  return (
    <ApiProvider>
      <SessionQueryCache />
      <Outlet />
    </ApiProvider>
  );
}

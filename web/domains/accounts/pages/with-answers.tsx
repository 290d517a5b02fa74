import { Outlet } from "react-router";
import { ApiProvider } from "../../../api/provider.tsx";
import { SessionCache } from "../components/session-cache.tsx";

/** Around every screen that asks the server for something. The pages that only say something go without its weight. */
export default function WithAnswers() {
  return (
    <ApiProvider>
      <SessionCache />
      <Outlet />
    </ApiProvider>
  );
}

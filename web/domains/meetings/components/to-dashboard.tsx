import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";

export function ToDashboard() {
  return (
    <Link to={paths.dashboard} className={buttonClass({ look: "quiet" })}>
      Back to dashboard
    </Link>
  );
}

import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/actions/button-class.ts";

export function BackToDashboardLink() {
  return (
    <Link to={paths.dashboard} className={buttonClass({ variant: "quiet" })}>
      Back to dashboard
    </Link>
  );
}

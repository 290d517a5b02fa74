import { Link } from "react-router";
import { paths } from "../../paths.ts";

/** A link to the operator's desk beside the welcome on the dashboard. */
export function OperatorLink() {
  return (
    <>
      {" · "}
      <Link to={paths.operator} className="link">
        Operator's desk
      </Link>
    </>
  );
}

import type { OpenApproval } from "@greenroom/contract/desk/money/approvals.ts";
import { Link } from "react-router";
import { formatDateTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { useDeskZone } from "../time/desk-time.tsx";

/** Says that an action waits for a second operator; `action` completes "… asked ". */
export function OpenApprovalNote({ approval, action }: { approval: OpenApproval; action: string }) {
  const timeZone = useDeskZone();
  return (
    <p className="mt-3 text-sm">
      {approval.askedBy.email} asked {action} on {formatDateTime(new Date(approval.askedAt), timeZone)}, which
      waits for another owner.{" "}
      <Link to={paths.operatorMoneyPart("approvals")} className="link">
        Open the approvals
      </Link>
    </p>
  );
}

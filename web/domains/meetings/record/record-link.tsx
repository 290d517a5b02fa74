import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";

interface RecordLinkProps {
  bookingId: string;
  viewer: "interviewee" | "interviewer";
  /** With whom: several of these links can stand on one page. */
  withName: string;
}

/** To what is kept of a session. */
export function RecordLink({ bookingId, viewer, withName }: RecordLinkProps) {
  const to =
    viewer === "interviewer" ? paths.interviewerRecord(bookingId) : paths.intervieweeRecord(bookingId);
  return (
    <Link to={to} className={buttonClass({ look: "quiet", size: "sm" })}>
      <span>
        Session record<span className="sr-only"> with {withName}</span>
      </span>
    </Link>
  );
}

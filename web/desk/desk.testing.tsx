import type { OperatorPerson } from "@greenroom/contract/desk/people.ts";
import type { ReactElement } from "react";
import { renderScreen } from "../testing/render-screen.tsx";
import { ConfirmationProvider } from "./access/confirmation.tsx";
import { ResultsAbove } from "./actions/result-notice.tsx";

/** Renders a screen of the desk, whose calls may ask for a confirmation, below the results of its actions. */
export const renderDesk = (element: ReactElement, options?: Parameters<typeof renderScreen>[1]) =>
  renderScreen(
    <ConfirmationProvider>
      <ResultsAbove>{element}</ResultsAbove>
    </ConfirmationProvider>,
    options,
  );

export const ownerAccess = {
  level: "owner",
  isEnrolled: true,
  openUntil: null,
  confirmedUntil: null,
  recoveryCodesLeft: 10,
};

export const samplePerson: OperatorPerson = {
  _id: "0190a5b8-0000-7000-8000-000000000001",
  ...{ name: "Meera Iyer", firstName: "Meera", lastName: "Iyer", email: "meera@greenroom.example" },
  ...{ role: "interviewee", isOperator: false, isBlocked: false, isDeleted: false, operatorLevel: null },
  ...{ mobileNumber: "+91 98765 43210", timeZone: null, joinedAt: "2026-11-20T06:30:00.000Z" },
  ...{ paidRupees: 499, refundedRupees: 0, sessionsLeft: 2, sessionsGranted: 3, rating: null, ratings: 0 },
  ...{ dueRupees: 0, deductedRupees: 0, interviewing: null, mentorPage: null, signIns: 1, mailRefusal: null },
};

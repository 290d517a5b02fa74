import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { SignOutButton } from "../../app/chrome/sign-out-button.tsx";
import { useSite } from "../../app/page-data.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card, Logo } from "../../ui/panels.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";
import { OperatorFrame } from "../layout/operator-frame.tsx";
import { ConfirmationProvider, OpenDeskForm } from "./confirmation.tsx";
import { isForbidden } from "./operator-calls.tsx";
import { SetUpSecondFactor } from "./set-up-second-factor.tsx";

/** Shows the desk once it is open in this browser; until then, how to open it. */
export function RequireDeskAccess({ children }: { children: ReactNode }) {
  // The desk closes by itself when its twelve hours are over or an owner has removed the access.
  const access = useQuery({ ...queryOptionsFor("GET /api/operator/access"), refetchInterval: 60_000 });

  if (isForbidden(access.error)) {
    return (
      <Entry>
        <NoLongerOperator />
      </Entry>
    );
  }
  if (access.data !== undefined && access.data.openUntil !== null) {
    return (
      <ConfirmationProvider>
        <OperatorFrame level={access.data.level}>{children}</OperatorFrame>
      </ConfirmationProvider>
    );
  }
  return (
    <Entry>
      {/* The forms have their own headings. */}
      {access.data === undefined && <h1 className="text-2xl">Operator's desk</h1>}
      <QueryContent
        query={access}
        loadingLabel="Loading the operator's desk…"
        messages={operatorMessages.access}
      >
        {({ isEnrolled }) =>
          isEnrolled ? <OpenDesk onOpened={access.refetch} /> : <SetUpSecondFactor onDone={access.refetch} />
        }
      </QueryContent>
    </Entry>
  );
}

function NoLongerOperator() {
  return (
    <Card>
      <h1 className="text-2xl">You're no longer an operator</h1>
      <p className="mb-5 mt-1.5 text-ink-2">
        An owner removed your access to the desk. Ask them if you still need it.
      </p>
      {/* Loads the account again, because the browser has stored it as an operator's. */}
      <Link to={paths.dashboard} reloadDocument className={buttonClass({})}>
        Go to your dashboard
      </Link>
    </Card>
  );
}

function OpenDesk({ onOpened }: { onOpened: () => Promise<unknown> }) {
  return (
    <Card>
      <h1 className="text-2xl">Open the operator's desk</h1>
      <p className="mb-5 mt-1.5 text-ink-2">
        It stays open in this browser for 12 hours. Then you are signed out.
      </p>
      <OpenDeskForm submitLabel="Open the desk" pendingLabel="Opening…" onOpened={onOpened} />
    </Card>
  );
}

function Entry({ children }: { children: ReactNode }) {
  const { name } = useSite();
  return (
    <main
      id="content"
      data-desk
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-6 px-4 py-8 outline-none"
    >
      <div className="flex items-center justify-between gap-4">
        <Link to={paths.dashboard} className="inline-flex min-h-11 items-center rounded-sm">
          <Logo name={name} />
        </Link>
        <SignOutButton size="sm" />
      </div>
      {children}
    </main>
  );
}

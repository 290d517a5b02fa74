import {
  endOtherSignIns,
  endSignIn,
  listSignIns,
  maxSignIns,
  type SignIn,
} from "@greenroom/contract/people/account-settings.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { formatDateTime } from "../../../format/format-time.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { withSign } from "../../../ui/status/with-sign.ts";
import { accountMessages } from "../messages.ts";

/** The signed-in browsers. Each can be signed out, except this one, whose button is in the menu. */
export function SignIns() {
  const signIns = useQuery({ ...queryOptionsFor(listSignIns), staleTime: 0 });
  const end = useMutation({
    mutationFn: async (which: SignIn | "others") => {
      if (which === "others") return (await call(endOtherSignIns)).msg;
      await call(endSignIn, { params: { id: which._id } });
      return `${which.browser} was signed out.`;
    },
    onSettled: () => signIns.refetch(),
  });
  const others = signIns.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Signed-in browsers</h2>
      <p className="text-ink-2">
        Sign out any browser that you don't recognize, and then change your password. A browser that was not
        used for 30 days is signed out automatically.
      </p>
      {signIns.isPending ? (
        <LoadingLines label="Loading the signed-in browsers…" lines={3} />
      ) : signIns.isLoadingError ? (
        <ErrorState
          message={errorMessage(signIns.error, accountMessages.signIns)}
          onRetry={() => signIns.refetch()}
          retrying={signIns.isFetching}
        />
      ) : (
        <>
          <ul className="grid divide-y divide-line border-y border-line">
            {signIns.data.map((signIn) => (
              <SignInLine
                key={signIn._id}
                signIn={signIn}
                pending={end.isPending && end.variables === signIn}
                onEnd={() => end.mutate(signIn)}
              />
            ))}
          </ul>
          {signIns.data.length === maxSignIns && (
            <p className="text-sm text-ink-3">Only the {maxSignIns} that were used last are shown.</p>
          )}
          {others.length === 0 ? (
            <p className="text-sm text-ink-3">No other browser is signed in.</p>
          ) : (
            <Button
              variant="quiet"
              className="justify-self-start"
              pending={end.isPending && end.variables === "others"}
              pendingLabel="Signing out…"
              onClick={() => end.mutate("others")}
            >
              Sign out all other browsers
            </Button>
          )}
        </>
      )}
      <StatusMessage
        message={
          end.error
            ? withSign("❌", errorMessage(end.error, accountMessages.signIns))
            : end.isSuccess
              ? withSign("✅", end.data)
              : null
        }
        tone={end.error ? "bad" : "good"}
      />
    </Card>
  );
}

interface SignInLineProps {
  signIn: SignIn;
  pending: boolean;
  onEnd: () => void;
}

function SignInLine({ signIn, pending, onEnd }: SignInLineProps) {
  const timeZone = useTimeZone();
  const { browser, signedInAt, lastSeenAt, isCurrent } = signIn;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {browser}
          {isCurrent && <Pill status="ready">This browser</Pill>}
        </p>
        <p className="text-sm text-ink-3">
          Last used {formatDateTime(new Date(lastSeenAt), timeZone)}
          <br />
          Signed in {formatDateTime(new Date(signedInAt), timeZone)}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          size="sm"
          pending={pending}
          pendingLabel="Signing out…"
          aria-label={`Sign out ${browser}, last used ${formatDateTime(new Date(lastSeenAt), timeZone)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

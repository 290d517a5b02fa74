import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { maxSignIns, type SignIn, type User } from "@greenroom/contract/people/accounts.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call, errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { formatDateTime } from "../../format/times.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, lateResolver, SubmitButton } from "../../forms/form.tsx";
import { PasswordField } from "../../forms/secret-fields.tsx";
import { TimeZoneField } from "../../forms/time-zone-field.tsx";
import { paths } from "../../paths.ts";
import { useSession, useTimeZone } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Pill } from "../../ui/content.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage, withSign } from "../../ui/status.tsx";
import { accountMessages, passwordChangedMessage } from "./messages.ts";
import { NewPasswordField } from "./new-password.tsx";
import { NotificationChoices } from "./notification-settings.tsx";
import { PersonalData } from "./personal-data.tsx";

const detailsResolver = lateResolver(async () => (await import("./resolvers.ts")).accountDetailsResolver);
const passwordResolver = lateResolver(async () => (await import("./resolvers.ts")).changePasswordResolver);

interface AccountSettingsProps {
  /** On wide screens the resume's preview takes half of the width, so one column is left for the settings. */
  isBesidePreview?: boolean;
}

/** The account settings that every user has, whatever their role. */
export function AccountSettings({ isBesidePreview = false }: AccountSettingsProps) {
  const profile = useQuery(queryOptionsFor("GET /api/user/profile"));
  return (
    <QueryContent query={profile} loadingLabel="Loading your profile…" messages={accountMessages.profile}>
      {(user) => (
        <div className={clsx("grid items-start gap-5 lg:grid-cols-2", isBesidePreview && "xl:grid-cols-1")}>
          <div className="grid gap-5">
            <AccountDetails user={user} />
            <TimeZoneForm />
            <NotificationChoices />
            <PersonalData />
          </div>
          <div className="grid gap-5">
            <ChangePassword />
            <SignIns />
          </div>
        </div>
      )}
    </QueryContent>
  );
}

/** The user's name and mobile number, which they can change, and their email address, which they cannot. */
export function AccountDetails({ user }: { user: User }) {
  const { refreshUser } = useSession();
  const [saved, setSaved] = useState<string | null>(null);
  const { firstName, lastName, mobileNumber } = user;
  return (
    <Card>
      <h2 className="mb-4 text-xl">Your details</h2>
      <Form
        label="Your details"
        defaultValues={{ firstName, lastName, mobileNumber }}
        resolver={detailsResolver}
        failureMessage={(error) => errorMessage(error, accountMessages.details)}
        onSubmit={async (body) => {
          setSaved(null);
          await call("POST /api/user/account", { body });
          await refreshUser();
          setSaved("✅ Your details are saved.");
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="firstName" label="First name" autoComplete="given-name" required />
          <TextField name="lastName" label="Last name" autoComplete="family-name" optional />
        </div>
        <Field label="Email" hint="You sign in with it. It cannot be changed here.">
          {(control) => <TextInput {...control} value={user.email} readOnly />}
        </Field>
        <TextField name="mobileNumber" label="Mobile number" type="tel" autoComplete="tel" required />
        <SubmitButton variant="quiet" className="justify-self-start" pendingLabel="Saving…">
          Save details
        </SubmitButton>
      </Form>
      <StatusMessage message={saved} tone="good" className="mt-1" />
    </Card>
  );
}

/** The time zone in which this user sees all times. */
export function TimeZoneForm() {
  const { refreshUser } = useSession();
  const timeZone = useTimeZone();
  const [savedMessage, setSavedMessage] = useState<string | null>(null);
  return (
    <Card>
      <h2 className="mb-4 text-xl">Time zone</h2>
      <Form
        label="How times are shown"
        defaultValues={{ timeZone }}
        failureMessage={(error) => errorMessage(error, accountMessages.timeZone)}
        onSubmit={async (body) => {
          setSavedMessage(null);
          await call("POST /api/user/time-zone", { body });
          await refreshUser();
          setSavedMessage(`✅ Times are now shown in ${timeZoneLabel(body.timeZone, new Date())}.`);
        }}
      >
        <TimeZoneField
          name="timeZone"
          label="Time zone"
          hint="We show slots, bookings and reminders in this zone."
          own={timeZone}
        />
        <SubmitButton variant="quiet" className="justify-self-start" pendingLabel="Saving…">
          Save time zone
        </SubmitButton>
      </Form>
      <StatusMessage message={savedMessage} tone="good" className="mt-1" />
    </Card>
  );
}

/** How long the success message shows before the sign-out (requirements §9). */
const signOutDelayMilliseconds = 2000;

export function ChangePassword() {
  const { user, token, signOut } = useSession();
  const navigate = useNavigate();
  const [isChanged, setChanged] = useState(false);

  function signOutAndRedirect() {
    // Changing the password must not discard edits on the other tab, nor end a session that was opened since.
    if (signOut({ endedByServer: true, keepDrafts: true, token })) void navigate(paths.signIn);
  }

  return (
    <Card>
      <h2 className="mb-4 text-xl">Change your password</h2>
      <Form
        label="Change your password"
        defaultValues={{ currentPassword: "", newPassword: "" }}
        resolver={passwordResolver}
        failureMessage={(error) => errorMessage(error, accountMessages.password)}
        onSubmit={async (body, form) => {
          await call("POST /api/user/change-password", { body });
          form.reset();
          setChanged(true);
          // Not canceled when this screen unmounts, because the server has ended the session, wherever the
          // user goes in these two seconds.
          setTimeout(signOutAndRedirect, signOutDelayMilliseconds);
        }}
      >
        {/* Tells password managers whose password it is. */}
        <input type="hidden" autoComplete="username" value={user?.email} readOnly />
        <PasswordField name="currentPassword" label="Current password" required />
        <NewPasswordField name="newPassword" label="New password" />
        <SubmitButton className="justify-self-start" inactive={isChanged} pendingLabel="Changing…">
          Change password
        </SubmitButton>
      </Form>
      <StatusMessage
        message={isChanged ? `✅ ${passwordChangedMessage}` : null}
        tone="good"
        className="mt-1"
      />
    </Card>
  );
}

/** The signed-in browsers. Each can be signed out, except this one, whose button is in the menu. */
export function SignIns() {
  const signIns = useQuery({ ...queryOptionsFor("GET /api/user/sign-ins"), staleTime: 0 });
  const end = useMutation({
    mutationFn: async (which: SignIn | "others") => {
      if (which === "others") return (await call("DELETE /api/user/sign-ins")).msg;
      await call("DELETE /api/user/sign-ins/:id", { params: { id: which._id } });
      return `${which.browser} was signed out.`;
    },
    onSettled: () => signIns.refetch(),
  });
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Signed-in browsers</h2>
      <p className="text-ink-2">
        Sign out any browser that you don't recognize, and then change your password. A browser that was not
        used for 30 days is signed out automatically.
      </p>
      <QueryContent
        query={signIns}
        loadingLabel="Loading the signed-in browsers…"
        messages={accountMessages.signIns}
        lines={3}
        isInline
      >
        {(data) => (
          <>
            <ul className="grid divide-y divide-line border-y border-line">
              {data.map((signIn) => (
                <SignInLine
                  key={signIn._id}
                  signIn={signIn}
                  pending={end.isPending && end.variables === signIn}
                  onEnd={() => end.mutate(signIn)}
                />
              ))}
            </ul>
            {data.length === maxSignIns && (
              <p className="text-sm text-ink-3">Only the {maxSignIns} that were used last are shown.</p>
            )}
            {data.every(({ isCurrent }) => isCurrent) ? (
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
      </QueryContent>
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

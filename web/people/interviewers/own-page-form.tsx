import { questionTopicNames, questionTopics } from "@greenroom/contract/kernel/topics.ts";
import {
  mentorLanguageNames,
  mentorLanguages,
  mentorLevelNames,
  mentorLevels,
  mentorRoleNames,
  mentorRoles,
  mentorTextLimits,
  missingToList,
  slugLimits,
} from "@greenroom/contract/people/mentor-options.ts";
import type { MentorPageFields, OwnMentorPage } from "@greenroom/contract/people/mentors.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { call, errorMessage, networkMessages } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatDate } from "../../format/times.ts";
import { CheckboxField, ChoiceGroup, TextAreaField, TextField } from "../../forms/fields.tsx";
import { Form, lateResolver } from "../../forms/form.tsx";
import { UnsavedChangesGuard } from "../../forms/unsaved-changes.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { MentorProfile } from "./mentor-profile.tsx";
import { PhotoField } from "./profile-photo.tsx";

const saveMessages = { failed: "Failed to save your page.", network: networkMessages.short };
const resolver = lateResolver(async () => (await import("./resolvers.ts")).mentorPageResolver);

/** What of the page the form changes. */
function fieldsOf(page: OwnMentorPage): MentorPageFields {
  const { slug, headline, approach, years, roles, levels, topics, languages, showsLastName, isListed } = page;
  return { slug, headline, approach, years, roles, levels, topics, languages, showsLastName, isListed };
}

/** What was saved, until the form is changed again; then leaving asks first. */
function SavedState({ message }: { message: string | null }) {
  const { isDirty } = useFormState();
  return (
    <>
      <StatusMessage message={isDirty ? null : message} tone="good" />
      <UnsavedChangesGuard isUnsaved={isDirty} message="What you changed on your page is lost." />
    </>
  );
}

/** The form, with the page as it would be beside it; on a phone below it. */
export function OwnPageForm({ page }: { page: OwnMentorPage }) {
  const client = useQueryClient();
  const [savedMessage, setSavedMessage] = useState<string | null>(null);
  return (
    <>
      <HiddenNotice page={page} />
      {page.checksEndedWithName && page.checks.length === 0 && (
        <StatusMessage
          tone="wait"
          className="mb-5"
          message="Your name changed, so write to us to have your facts checked again."
        />
      )}
      <Form<MentorPageFields>
        label="Your page"
        defaultValues={fieldsOf(page)}
        resolver={resolver}
        failureMessage={(error) => errorMessage(error, saveMessages)}
        onSubmit={async (body, form) => {
          setSavedMessage(null);
          const saved = await call("POST /api/interviewer/profile", { body });
          client.setQueryData(queryOptionsFor("GET /api/interviewer/profile").queryKey, saved);
          form.reset(fieldsOf(saved));
          setSavedMessage(savedText(saved));
        }}
        submitLabel="Save your page"
        pendingLabel="Saving…"
        footer={<SavedState message={savedMessage} />}
        className="items-start gap-x-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]"
        endClassName="order-2 grid gap-3 lg:col-start-1"
      >
        <Card className="order-1 grid gap-6 lg:col-start-1">
          <PhotoField photoUrl={page.photoUrl} />
          <PageFields lastName={page.lastName} />
        </Card>
        <Preview page={page} />
      </Form>
    </>
  );
}

function savedText({ isListed, hidden }: OwnMentorPage): string {
  if (hidden !== null) return "✅ Saved. Nobody sees your page until we show it again.";
  return isListed ? "✅ Saved. Everybody can see your page." : "✅ Saved. Only you can see your page.";
}

/** Why an operator took the page down. Kept in place, because the mentor can only write to us. */
function HiddenNotice({ page: { hidden, timeZone } }: { page: OwnMentorPage }) {
  if (hidden === null) return null;
  const { at, reason } = hidden;
  return (
    <StatusMessage
      tone="wait"
      className="mb-5"
      message={`We took your page down on ${formatDate(new Date(at), timeZone)}: ${reason}\nChange what is needed and answer our email. We then show it again.`}
    />
  );
}

function PageFields({ lastName }: { lastName: string }) {
  return (
    <>
      <TextField
        name="headline"
        label="Headline"
        hint="Who you are, in one line: “Staff ML engineer in ranking, ten years of hiring”."
        maxLength={mentorTextLimits.headline}
      />
      <TextAreaField
        name="approach"
        label="How I interview"
        hint={`What you ask, how you help, what a candidate leaves with. At least ${mentorTextLimits.approachAtLeast} characters, without links and contact details.`}
        rows={6}
        maxLength={mentorTextLimits.approach}
      />
      <ChoiceGroup name="roles" legend="Roles" options={mentorRoles} labels={mentorRoleNames} />
      <ChoiceGroup name="levels" legend="Levels" options={mentorLevels} labels={mentorLevelNames} />
      <ChoiceGroup name="topics" legend="Topics" options={questionTopics} labels={questionTopicNames} />
      <ChoiceGroup
        name="languages"
        legend="Languages"
        options={mentorLanguages}
        labels={mentorLanguageNames}
      />
      <TextField
        name="years"
        type="number"
        inputMode="numeric"
        min={0}
        max={60}
        label="Years of experience"
        className="max-w-32"
        rules={{ setValueAs: (value) => (value === "" || value === null ? null : Number(value)) }}
        optional
      />
      <TextField
        name="slug"
        label="Page address"
        hint={<SlugHint />}
        maxLength={slugLimits.max}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <div className="grid gap-1 border-t border-line pt-4">
        {lastName !== "" && <CheckboxField name="showsLastName" label={`Show my last name, ${lastName}`} />}
        <CheckboxField name="isListed" label="Show my page to everybody" />
        <Missing />
      </div>
    </>
  );
}

function SlugHint() {
  const slug = useWatch<MentorPageFields, "slug">({ name: "slug" });
  return (
    <span className="[overflow-wrap:anywhere]">
      {`${window.location.host}/mentors/${slug.trim().toLowerCase()}. Links to an earlier address stop working.`}
    </span>
  );
}

/** What the page needs before it can be shown. */
function Missing() {
  const fields = useFields();
  const missing = missingToList(fields);
  if (missing.length === 0) return null;
  return (
    <div className="text-sm text-ink-2">
      <p>Before everybody can see it:</p>
      <ul className="mt-1 list-disc pl-5">
        {missing.map(({ path, msg }) => (
          <li key={path}>{msg}</li>
        ))}
      </ul>
    </div>
  );
}

/** What the form contains now. */
function useFields(): MentorPageFields {
  const { getValues } = useFormContext<MentorPageFields>();
  useWatch<MentorPageFields>();
  return getValues();
}

function Preview({ page }: { page: OwnMentorPage }) {
  const { showsLastName, ...fields } = useFields();
  const { firstName, photoUrl, checks, timeZone } = page;
  const years = fields.years !== null && Number.isInteger(fields.years) ? fields.years : null;
  return (
    <section
      aria-label="Preview"
      className="order-3 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-3">
        Preview
      </p>
      <Card>
        <MentorProfile
          headingLevel={2}
          mentor={{
            ...{ ...fields, firstName, photoUrl, checks, timeZone, years },
            lastName: showsLastName ? page.lastName : "",
          }}
        />
      </Card>
    </section>
  );
}

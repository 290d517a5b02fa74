import {
  getInterviewerProfile,
  interviewerProfileFieldsSchema,
  maxTopics,
  type OwnInterviewerProfile,
  saveInterviewerProfile,
} from "@greenroom/contract/people/interviewers/interviewer-profile.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Resolver } from "react-hook-form";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { networkMessages } from "../../../api/network-messages.ts";
import { queryKeyFor, queryOptionsFor } from "../../../api/query-client.ts";
import { QueryContent } from "../../../app/query-content.tsx";
import { Form } from "../../../forms/form.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { PhotoField } from "./photo-field.tsx";

const messages = {
  load: { failed: "Failed to load your public profile.", network: networkMessages.short },
  save: { failed: "Failed to save your public profile.", network: networkMessages.short },
};

/** The public profile, which interviewees read before they book. */
export function PublicProfile() {
  const profile = useQuery(queryOptionsFor(getInterviewerProfile));
  return (
    <Card>
      <h2 className="text-xl">Your public profile</h2>
      <p className="mb-5 mt-1.5 text-ink-2">Interviewees read this when they choose one of your slots.</p>
      <QueryContent query={profile} loadingLabel="Loading your public profile…" messages={messages.load}>
        {(data) => (
          <div className="grid gap-6">
            <PhotoField photoUrl={data.photoUrl} />
            <ProfileForm profile={data} />
          </div>
        )}
      </QueryContent>
    </Card>
  );
}

interface ProfileFormValues {
  headline: string;
  /** Separated by commas. */
  topics: string;
}

function formToProfileFields({ headline, topics }: ProfileFormValues) {
  const names = topics.split(",").map((topic) => topic.trim());
  return { headline, topics: names.filter((name) => name !== "") };
}

/**
 * Validates with the contract's rules. A problem with one topic is shown at the field that contains all of them.
 */
const resolver: Resolver<ProfileFormValues> = (values) => {
  const checked = interviewerProfileFieldsSchema.safeParse(formToProfileFields(values));
  if (checked.success) return { values: values, errors: {} };
  const errors = Object.fromEntries(
    checked.error.issues.map(({ path, message }) => [String(path[0]), { type: "server", message }]),
  );
  return { values: {}, errors };
};

function ProfileForm({ profile }: { profile: OwnInterviewerProfile }) {
  const client = useQueryClient();
  const [savedMessage, setSavedMessage] = useState<string | null>(null);
  return (
    <div>
      <Form<ProfileFormValues>
        label="Your public profile"
        defaultValues={{ headline: profile.headline, topics: profile.topics.join(", ") }}
        resolver={resolver}
        failureMessage={(error) => errorMessage(error, messages.save)}
        onSubmit={async (values) => {
          setSavedMessage(null);
          await call(saveInterviewerProfile, { body: formToProfileFields(values) });
          await client.invalidateQueries({ queryKey: queryKeyFor(getInterviewerProfile) });
          setSavedMessage("✅ Your public profile is saved.");
        }}
      >
        <TextField
          name="headline"
          label="Headline"
          hint="Who you are, in one line: “Staff ML engineer in ranking, ten years of hiring”."
          maxLength={120}
          optional
        />
        <TextField
          name="topics"
          label="Topics"
          hint={`What you interview on, at most ${maxTopics}, with commas between them.`}
          optional
        />
        <SubmitButton variant="quiet" className="justify-self-start" pendingLabel="Saving…">
          Save public profile
        </SubmitButton>
      </Form>
      <StatusMessage message={savedMessage} tone="good" className="mt-1" />
    </div>
  );
}

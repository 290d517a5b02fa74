import {
  getInterviewerProfile,
  interviewerProfileFieldsSchema,
  mostTopics,
  type OwnInterviewerProfile,
  saveInterviewerProfile,
} from "@greenroom/contract/interviewer-profile.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Resolver } from "react-hook-form";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { keyOf, queryOf } from "../../../api/queries.ts";
import { Form } from "../../../forms/form.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Card } from "../../../ui/card.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { Loaded } from "../../site/components/loaded.tsx";
import { PhotoField } from "./photo-field.tsx";

const sentences = {
  load: { failed: "Failed to load your public profile.", network: "Network error." },
  save: { failed: "Failed to save your public profile.", network: "Network error." },
};

/** What interviewees read of an interviewer before they book. */
export function PublicProfile() {
  const profile = useQuery(queryOf(getInterviewerProfile));
  return (
    <Card>
      <h2 className="text-xl">Your public profile</h2>
      <p className="mb-5 mt-1.5 text-ink-2">Interviewees read this when they choose one of your slots.</p>
      <Loaded query={profile} loadingLabel="Loading your public profile…" sentences={sentences.load}>
        {(data) => (
          <div className="grid gap-6">
            <PhotoField photoUrl={data.photoUrl} />
            <ProfileForm profile={data} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

interface TypedProfile {
  headline: string;
  /** With commas between them. */
  topics: string;
}

function fieldsOf({ headline, topics }: TypedProfile) {
  const names = topics.split(",").map((topic) => topic.trim());
  return { headline, topics: names.filter((name) => name !== "") };
}

/** The contract's rules; what is wrong with one topic stands at the field that holds them all. */
const resolver: Resolver<TypedProfile> = (typed) => {
  const checked = interviewerProfileFieldsSchema.safeParse(fieldsOf(typed));
  if (checked.success) return { values: typed, errors: {} };
  const errors = Object.fromEntries(
    checked.error.issues.map(({ path, message }) => [String(path[0]), { type: "server", message }]),
  );
  return { values: {}, errors };
};

function ProfileForm({ profile }: { profile: OwnInterviewerProfile }) {
  const client = useQueryClient();
  const [saved, setSaved] = useState<string | null>(null);
  return (
    <div>
      <Form<TypedProfile>
        label="Your public profile"
        defaultValues={{ headline: profile.headline, topics: profile.topics.join(", ") }}
        resolver={resolver}
        failureMessage={(error) => messageOf(error, sentences.save)}
        onSubmit={async (typed) => {
          setSaved(null);
          await call(saveInterviewerProfile, { body: fieldsOf(typed) });
          await client.invalidateQueries({ queryKey: keyOf(getInterviewerProfile) });
          setSaved("✅ Your public profile is saved.");
        }}
      >
        <TextField
          name="headline"
          label="Headline"
          hint="Who you are in a line: “Staff ML engineer in ranking, ten years of hiring”."
          maxLength={120}
          optional
        />
        <TextField
          name="topics"
          label="Topics"
          hint={`What you interview on, at most ${mostTopics}, with commas between them.`}
          optional
        />
        <SubmitButton look="quiet" className="justify-self-start" pendingLabel="Saving…">
          Save public profile
        </SubmitButton>
      </Form>
      <StatusMessage message={saved} className="mt-1" />
    </div>
  );
}

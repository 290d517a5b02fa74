import {
  type ApplicationLevel,
  type ApplicationRole,
  applicationLevelLabels,
  applicationLevels,
  applicationRoleLabels,
  applicationRoles,
  applicationTextLimits,
} from "@greenroom/contract/people/application-options.ts";
import { useEffect, useRef, useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { ChoiceGroup, TextAreaField, TextField } from "../../forms/fields.tsx";
import { Form, lateResolver } from "../../forms/form.tsx";
import { FormDraft } from "../../session/form-draft.tsx";
import { useRemoveDraft } from "../../session/use-draft.ts";
import { StatusMessage } from "../../ui/status.tsx";

const messages = {
  failed: "Your application was not sent. Nothing that you typed is lost: please try again.",
  network: "Network error or server unavailable. Nothing that you typed is lost: please try again.",
};

interface Application {
  name: string;
  email: string;
  years: number;
  experience: string;
  roles: ApplicationRole[];
  levels: ApplicationLevel[];
  profileUrl: string;
  availability: string;
  sampleReview: string;
  website: string;
}

const draftName = "application";
const draftFields = ["name", "email", "experience", "profileUrl", "availability", "sampleReview"];

const resolver = lateResolver(async () => (await import("./resolvers.ts")).applicationResolver);

/** The application to give interviews. A draft survives a reload. */
export function ApplicationForm() {
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  const removeDraft = useRemoveDraft(draftName);
  if (sentMessage !== null) return <Sent message={sentMessage} />;
  return (
    <Form<Application>
      label="Apply to give interviews"
      defaultValues={{
        ...{ name: "", email: "", experience: "", profileUrl: "", availability: "", sampleReview: "" },
        ...{ roles: [], levels: [], website: "" },
      }}
      resolver={resolver}
      failureMessage={(error) => errorMessage(error, messages)}
      onSubmit={async (body) => {
        const { msg } = await call("POST /api/applications", { body });
        removeDraft();
        setSentMessage(msg);
      }}
      submitLabel="Send application"
      pendingLabel="Sending…"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label="Name" autoComplete="name" required />
        <TextField name="email" type="email" label="Email" autoComplete="email" required />
        <TextField
          name="years"
          type="number"
          inputMode="numeric"
          min={0}
          max={60}
          label="Years of experience"
          rules={{ valueAsNumber: true }}
          required
        />
        <TextField
          name="profileUrl"
          inputMode="url"
          label="Your profile"
          hint="LinkedIn, GitHub or your own page; https:// is added"
          placeholder="linkedin.com/in/name"
          autoComplete="url"
          required
        />
      </div>
      <TextAreaField
        name="experience"
        label="Experience"
        hint="Your work and your interviewing experience"
        rows={4}
        maxLength={applicationTextLimits.experience}
        required
      />
      <ChoiceGroup
        name="roles"
        legend="Roles that you can interview for"
        options={applicationRoles}
        labels={applicationRoleLabels}
      />
      <ChoiceGroup
        name="levels"
        legend="Levels"
        options={applicationLevels}
        labels={applicationLevelLabels}
      />
      <TextAreaField
        name="availability"
        label="Your availability"
        hint="Days and hours with your time zone, as in “weekday evenings after 19:00 IST”"
        rows={2}
        maxLength={applicationTextLimits.availability}
        required
      />
      {/* Hidden from people. Robots fill it in, and the server discards their application. */}
      <div aria-hidden="true" className="absolute -left-[200vw]">
        <TextField name="website" label="Website" tabIndex={-1} autoComplete="off" />
      </div>
      <TextAreaField
        name="sampleReview"
        label="Your review of the sample interview"
        hint={`As you would write it to the candidate: what went well, what to work on, and how. At least ${applicationTextLimits.sampleReviewAtLeast} characters.`}
        rows={8}
        maxLength={applicationTextLimits.sampleReview}
        required
      />
      <FormDraft name={draftName} fields={draftFields} />
    </Form>
  );
}

/** Stands where the form was, and takes the focus, because the pressed button is gone. */
function Sent({ message }: { message: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      <StatusMessage message={message} tone="good" />
      <NextSteps />
    </div>
  );
}

/** The next steps for an applicant, with their times. */
function NextSteps() {
  return (
    <section aria-labelledby="next-steps">
      <h3 id="next-steps" className="mb-2 text-lg">
        What happens next
      </h3>
      <ol className="grid list-decimal gap-1.5 pl-5 text-ink-2">
        <li>Today: we confirm by email that your application arrived. Check your spam folder, too.</li>
        <li>Within a week: a person writes to you. There is nothing to do until then.</li>
        <li>If it fits: a trial interview at a time that you choose with us.</li>
        <li>After the trial: an invitation by email, which you accept within 14 days to open your hours.</li>
      </ol>
    </section>
  );
}

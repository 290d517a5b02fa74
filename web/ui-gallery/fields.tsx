import { ratingLabels } from "@greenroom/contract/review/tracks.ts";
import { useState } from "react";
import { Form } from "../forms/form.tsx";
import { OneTimeCodeField } from "../forms/one-time-code-field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { RatingField } from "../forms/rating-field.tsx";
import { SelectField } from "../forms/select-field.tsx";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { TextField } from "../forms/text-field.tsx";
import { Card } from "../ui/display/card.tsx";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { Field } from "../ui/fields/field.tsx";
import { RatingInput } from "../ui/fields/rating-input.tsx";
import { TextInput } from "../ui/fields/text-input.tsx";
import { GallerySection } from "./gallery-section.tsx";

/** Refuses as the server would: one problem at a field, then one that belongs to no field. */
async function refuse(values: { email: string }) {
  await new Promise((resolve) => setTimeout(resolve, 800));
  const details = values.email.includes("+")
    ? []
    : [{ path: "email", msg: "This address is already in use." }];
  throw Object.assign(new Error("Signup failed"), { details });
}

export function FieldsGallery() {
  const [rating, setRating] = useState<number | null>(4);
  return (
    <GallerySection title="Fields and forms">
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <Form
            label="Example form"
            defaultValues={{
              email: "meera@example.com",
              password: "",
              code: "",
              role: "ml",
              about: "",
              score: null,
            }}
            onSubmit={refuse}
            submitLabel="Create account"
          >
            <TextField name="email" type="email" label="Email" hint="Where the code goes." required />
            <PasswordField
              name="password"
              label="Password"
              autoComplete="new-password"
              rules={{ required: "Choose a password." }}
            />
            <OneTimeCodeField name="code" label="Verification code" />
            <SelectField name="role" label="Role">
              <option value="ml">Machine learning engineer</option>
              <option value="ds">Data scientist</option>
            </SelectField>
            <TextAreaField name="about" label="About you" optional />
            <RatingField name="score" legend="How was the interview?" labels={ratingLabels} />
          </Form>
        </Card>
        <Card className="grid content-start gap-5">
          <Field label="With an error" error="Email must look like name@example.com.">
            {(control) => <TextInput {...control} defaultValue="meera@" />}
          </Field>
          <Checkbox label="Tell me when a slot opens" defaultChecked />
          <RatingInput legend="Rated" labels={ratingLabels} value={rating} onChange={setRating} />
          <RatingInput
            legend="Not rated"
            labels={ratingLabels}
            value={undefined}
            onChange={setRating}
            error="Please select a rating before submitting."
          />
        </Card>
      </div>
    </GallerySection>
  );
}

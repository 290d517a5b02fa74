import { Checkbox } from "../ui/fields/checkbox.tsx";
import { Field } from "../ui/fields/field.tsx";
import { OneTimeCodeInput } from "../ui/fields/one-time-code-input.tsx";
import { PasswordInput } from "../ui/fields/password-input.tsx";
import { Select } from "../ui/fields/select.tsx";
import { TextArea } from "../ui/fields/text-area.tsx";
import { TextInput } from "../ui/fields/text-input.tsx";
import { GallerySection, Row } from "./gallery-section.tsx";

const states = [
  { label: "As it is", error: undefined, props: {} },
  { label: "With an error", error: "This is what is wrong with it.", props: {} },
  { label: "Disabled", error: undefined, props: { disabled: true } },
] as const;

/** Every control in every state that the forms above do not show. */
export function ControlsGallery() {
  return (
    <GallerySection title="Controls and their states">
      <div className="grid gap-5 sm:grid-cols-3">
        {states.map(({ label, error, props }) => (
          <div key={label} className="grid content-start gap-4">
            <Field label={`Text: ${label.toLowerCase()}`} error={error}>
              {(control) => <TextInput {...control} {...props} defaultValue="meera@example.com" />}
            </Field>
            <Field label={`Password: ${label.toLowerCase()}`} error={error}>
              {(control) => <PasswordInput {...control} {...props} defaultValue="walk-in-warm-1" />}
            </Field>
            <Field label={`Choice: ${label.toLowerCase()}`} error={error}>
              {(control) => (
                <Select {...control} {...props}>
                  <option>Machine learning engineer</option>
                  <option>Data scientist</option>
                </Select>
              )}
            </Field>
            <Field label={`Long text: ${label.toLowerCase()}`} error={error}>
              {(control) => <TextArea {...control} {...props} rows={2} defaultValue="Two lines of it." />}
            </Field>
            <Field label={`Code: ${label.toLowerCase()}`} error={error}>
              {(control) => <OneTimeCodeInput {...control} {...props} defaultValue="1234" />}
            </Field>
          </div>
        ))}
      </div>
      <Field label="Read only" hint="Ask us to change it.">
        {(control) => <TextInput {...control} readOnly defaultValue="Meera Iyer" />}
      </Field>
      <Row>
        <Checkbox label="Not chosen" />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Not to be chosen" disabled />
      </Row>
    </GallerySection>
  );
}

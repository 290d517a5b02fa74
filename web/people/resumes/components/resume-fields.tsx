import { completeHttpUrl, skillLevels } from "@greenroom/contract/people/resumes/resume-data.ts";
import { useFormContext } from "react-hook-form";
import { SelectField } from "../../../forms/select-field.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { EntryList } from "./entry-list.tsx";

const twoColumns = "grid items-start gap-4 sm:grid-cols-2";

interface LinkFieldProps {
  name: string;
  label: string;
  placeholder: string;
}

/** A URL that can be typed without `https://`, which is added when the field loses the focus. */
function LinkField({ name, label, placeholder }: LinkFieldProps) {
  const { setValue } = useFormContext();
  const complete = ({ target }: { target: { value: string } }) => {
    const completed = completeHttpUrl(target.value);
    if (completed !== target.value) setValue(name, completed, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <TextField
      name={name}
      label={label}
      inputMode="url"
      autoCapitalize="none"
      placeholder={placeholder}
      rules={{ onBlur: complete }}
    />
  );
}

export function PersonalFields() {
  const path = "resumeData.personal";
  return (
    <section aria-label="Personal" className="grid gap-4">
      <div className={twoColumns}>
        <TextField name={`${path}.jobTitle`} label="Job title" maxLength={120} />
        <TextField name={`${path}.location`} label="Location" maxLength={120} />
        <LinkField name={`${path}.linkedin`} label="LinkedIn" placeholder="linkedin.com/in/you" />
        <LinkField name={`${path}.github`} label="GitHub" placeholder="github.com/you" />
      </div>
      <TextAreaField
        name={`${path}.bio`}
        label="Summary"
        hint="Two or three sentences: what you do and what you're looking for."
      />
    </section>
  );
}

export function EducationFields() {
  return (
    <EntryList section="education" title="Education" noun="education" titleField="school">
      {(path) => (
        <div className={twoColumns}>
          <TextField name={`${path}.school`} label="School" />
          <TextField name={`${path}.degree`} label="Degree" />
          <TextField name={`${path}.fieldOfStudy`} label="Field of study" />
          <div className="grid grid-cols-2 items-start gap-4">
            <TextField name={`${path}.startYear`} label="Start year" inputMode="numeric" maxLength={4} />
            <TextField name={`${path}.endYear`} label="End year" inputMode="numeric" maxLength={4} />
          </div>
        </div>
      )}
    </EntryList>
  );
}

export function ExperienceFields() {
  return (
    <EntryList section="experience" title="Experience" noun="experience" titleField="jobTitle">
      {(path) => (
        <div className="grid gap-4">
          <div className={twoColumns}>
            <TextField name={`${path}.jobTitle`} label="Job title" />
            <TextField name={`${path}.company`} label="Company" />
            <TextField name={`${path}.location`} label="Location" />
            <div className="grid items-start gap-4 xs:grid-cols-2 sm:col-span-2">
              <TextField name={`${path}.startDate`} label="Start date" type="date" />
              <TextField name={`${path}.endDate`} label="End date" type="date" hint="Blank means Present." />
            </div>
          </div>
          <TextAreaField name={`${path}.description`} label="Description" />
        </div>
      )}
    </EntryList>
  );
}

export function SkillFields() {
  return (
    <EntryList section="skills" title="Skills" noun="skill" titleField="name">
      {(path) => (
        <div className="grid grid-cols-[1fr_minmax(8.5rem,auto)] items-start gap-4">
          <TextField name={`${path}.name`} label="Skill" />
          <SelectField name={`${path}.level`} label="Level">
            {skillLevels.map((level) => (
              <option key={level}>{level}</option>
            ))}
          </SelectField>
        </div>
      )}
    </EntryList>
  );
}

export function ProjectFields() {
  return (
    <EntryList section="projects" title="Projects" noun="project" titleField="name">
      {(path) => (
        <div className="grid gap-4">
          <div className={twoColumns}>
            <TextField name={`${path}.name`} label="Project name" />
            <LinkField name={`${path}.url`} label="Link" placeholder="example.com/project" />
          </div>
          <TextAreaField name={`${path}.description`} label="Description" />
        </div>
      )}
    </EntryList>
  );
}

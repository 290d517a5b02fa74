import type { ChangeEvent } from "react";
import { OneTimeCodeInput, PasswordInput } from "../ui/secret-inputs.tsx";
import { fieldOf } from "./fields.tsx";

export const PasswordField = fieldOf(PasswordInput);
export const OneTimeCodeField = fieldOf(OneTimeCodeInput);

/** For a code that is the last field of its form: the sixth digit sends it. */
export const sentWhenComplete = {
  onChange({ target }: ChangeEvent<HTMLInputElement>) {
    if (/^\d{6}$/.test(target.value)) target.form?.requestSubmit();
  },
};

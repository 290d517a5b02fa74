import { OneTimeCodeInput, PasswordInput } from "../ui/secret-inputs.tsx";
import { fieldOf } from "./fields.tsx";

export const PasswordField = fieldOf(PasswordInput);
export const OneTimeCodeField = fieldOf(OneTimeCodeInput);

import { useEffect, useState } from "react";
import { checkPassword, type PasswordVerdict } from "./password-check.ts";

/** How long typing must pause before the password is checked, in milliseconds. */
const debounceMilliseconds = 150;

/** The result for the password in the field; null while it is checked, and when the field is empty. */
export function usePasswordVerdict(password: string, personal: readonly string[]): PasswordVerdict | null {
  const [latest, setKnown] = useState<{ question: string; verdict: PasswordVerdict } | null>(null);
  const question = JSON.stringify([password, ...personal]);
  useEffect(() => {
    const [typed = "", ...personalWords] = JSON.parse(question) as string[];
    if (typed === "") return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const verdict = await checkPassword(typed, personalWords);
      if (isCurrent) setKnown({ question, verdict });
    }, debounceMilliseconds);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [question]);
  return latest?.question === question ? latest.verdict : null;
}

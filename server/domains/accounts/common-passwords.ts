import common from "@zxcvbn-ts/language-common";

const listed: readonly string[] = common.dictionary.passwords;
const allListed = new Set(listed);
/** The words that people hang a number and a sign on. */
const firstWords = new Set(listed.slice(0, 2000).filter((word) => word.length >= 6 && /^[a-z]+$/.test(word)));

const signsAtEnd = /[!@#$%^&*]+$/;
const tailOfDigitsAndSigns = /[\d!@#$%^&*]+$/;

/** What a password is without the usual letter swaps (`p@ssw0rd`). */
function withoutSwaps(password: string): string {
  return password
    .replaceAll("@", "a")
    .replaceAll("0", "o")
    .replaceAll("1", "i")
    .replaceAll("3", "e")
    .replaceAll("$", "s");
}

/** True for a password that is on the list of the most common ones, as it is or with the usual tails and letter swaps (ASVS 6.2.4). */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const head = plain.replace(tailOfDigitsAndSigns, "");
  return (
    allListed.has(plain) ||
    allListed.has(plain.replace(signsAtEnd, "")) ||
    head === "" ||
    firstWords.has(head) ||
    firstWords.has(withoutSwaps(head))
  );
}

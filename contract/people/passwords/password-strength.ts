import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";
import { familiarWords } from "./familiar-words.ts";

/* Whether a new password is too easy to guess. The server decides; the browser loads the same module in a
   web worker (web/people/accounts/auth/password-worker.ts) to show the result early. The module is large, so
   no page imports it. */

/** The guesses that a password must withstand: more than an attacker can afford against a stolen hash. */
const minGuesses = 1e8;
/**
 * The estimator's running time grows with the square of the length. If the first characters are hard to guess, so is the
 * whole password; a long password with an easy beginning is refused.
 */
const checkedCharacters = 24;
/**
 * The most ways of reading a password with letters for digits and signs (`p@ssw0rd`). Each one costs a full
 * search.
 */
const maxReadings = 4;
/** The longest email address has 254 characters. */
const maxPersonalCharacters = 254;
const maxPersonalWords = 24;
/** The ways to add a sign to a word: eight signs in about four places. */
const waysToAddASign = 32;
const sign = /[^\p{L}\p{N}]/gu;

let estimator: ZxcvbnFactory | undefined;

/** Builds the dictionaries at the first call, which takes a few tenths of a second. */
function getEstimator(): ZxcvbnFactory {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, familiar: [...familiarWords] },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: maxReadings,
    maxLength: checkedCharacters,
  });
  return estimator;
}

/** True for a password that an attacker guesses soon. `personal`: the user's address and names, as typed. */
export function isEasyToGuess(password: string, personal: readonly string[]): boolean {
  const words = personalWords(personal);
  const guesses = (text: string) => getEstimator().check(text, words).guesses;
  if (guesses(password) < minGuesses) return true;
  // The estimator rates `Sunrise#2026` as three parts in an unknown order, but adding a sign and a year to a
  // word is common.
  const start = password.slice(0, checkedCharacters);
  const withoutSigns = start.replace(sign, "");
  const signs = start.length - withoutSigns.length;
  return guesses(withoutSigns) * waysToAddASign ** signs < minGuesses;
}

/** The words of an address and of names, and any two of them joined: Meera, Iyer, MeeraIyer, IyerMeera. */
function personalWords(personal: readonly string[]): string[] {
  const words = personal
    .flatMap((text) =>
      text
        .slice(0, maxPersonalCharacters)
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    )
    .slice(0, maxPersonalWords);
  const pairs = words.flatMap((word, at) => words.map((other, where) => (at === where ? "" : word + other)));
  return [...new Set([...words, ...pairs])].filter((word) => word.length >= 3);
}

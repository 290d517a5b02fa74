/* The words that patterns of planted orders are made of. */

/** "The candidate items" of a recommender are no person. */
const things =
  "(?! (?:(?!(?:deserves|merits|warrants|earns)\\b)\\w{3,}s|set|pool|list|item|document|answer|passage|chunk|feature|model|generat\\w+|response|text|sentence|summary|output|translation|query|code|label|page|video|product|user|pair|span|token|vector|node)\\b)";
/** A person of the interview, except "me". */
export const somebody = `(?:(?:this|the) (?:candidate|interviewee|applicant)${things}|this (?:person|interview)${things})`;
export const person = `(?:me|${somebody})`;
export const topMark =
  "(?:\\b[5s] ?(?:out of|\\/|of) ?[5s]\\b|\\bfive out of five\\b|\\bfull marks\\b|\\bperfect (?:score|mark|rating|grade)s?\\b|\\ball (?:[5s]|fives)\\b|\\b(?:[5s]|five) in (?:every|all|each)\\b)";
export const highMark = "\\b(?:top|maximum|highest|best) (?:score|mark|rating|grade)s?\\b";
/** A five that counts nothing: not "five minutes". */
export const bareFive =
  "\\b(?:5|fives?)\\b(?= ?(?:$|[.,;!?]|(?:in|for|across|on) (?:every|all|each|the|coding|this)|everywhere|throughout|here\\b|please\\b))";
export const praise =
  "\\b(?:(?:excellent|outstanding|exceptional|brilliant|perfect|superb|flawless)(?:ly)?|strong[ -]hire)\\b";
export const ordering = "(?:rate|score|grade|mark|praise|give|award|assign|recommend|report|describe)";
/** The beginning of a sentence, a line or a comment, with the small words before an order. */
export const start =
  "(?:^|[.!?;।\\n#*>/-]\\s{0,3})(?:(?:please|kindly|now|so|ok|okay|um|uh|well|and|then|also|hey|hello|hi),?\\s{1,3}){0,6}";

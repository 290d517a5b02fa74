import { bareFive, highMark, praise, somebody, start, topMark } from "./order-words.ts";

/*
 * Orders to a judge in the middle of a sentence, or about the judge instead of to them: "whoever grades this should give
 * full marks". Honest people say each part of them, so a pattern needs several: somebody who judges, this interview
 * or its interviewee, and a mark or praise. Every repetition has a limit, as in `planted-patterns.ts`.
 */

const assessor = "(?:grader|reviewer|assessor|examiner|evaluator|scorer|judge|marker|rater)s?";
const should =
  "(?:should|must|ought to|has to|have to|needs? to|would|will|shall|can only|could only|had better)";
const ask =
  "(?:please|kindly|be sure to|make sure to|remember to|don't forget to|you (?:should|must|can|may|will|need to|have to|ought to))";
/** Where an order in a sentence begins. */
const within = `(?:${start}|[,;:–—] |\\b(?:and|so|but|then|also|now),? )`;
const verdict = `(?:${topMark}|${highMark}|${praise}|${bareFive}|\\bhighly\\b|\\bgenerous(?:ly)?\\b|\\bhir(?:e|ed|ing)\\b)`;
/** The person or interview that is judged. */
const target = `(?:\\b${somebody}|\\bmy (?:\\S{1,20} )?(?:performance|interview)\\b|\\bthis (?:performance|session)\\b)`;
const answers =
  "(?:\\b(?:all )?(?:my|(?:this|the) (?:candidate|interviewee)'s) (?:\\S{1,20} )?answers?\\b|\\bthe answers? (?:was|were)\\b)";
const judging =
  "(?:grad|scor|mark|evaluat|assess|judg|rat|read|review|check|summari[sz])(?:e|es|ing|s)?(?: up)?";
const judged =
  "(?:this|me|my \\S{1,20}|(?:the|this) (?:interview|transcript|candidate|session|performance|conversation|recording))";
const ai = "(?:ai|llm|language model|model|bot|assistant|grader|judge|evaluator|reviewer|assessor)";

export const indirectOrders = [
  // About the person or model that judges.
  `\\b(?:whoever|whomever|anyone|anybody|everyone|everybody|somebody|someone|the (?:person|one|people|human|model|ai)|those|people)(?: (?:who|that|which))?(?: (?:is|are|will|may|might|later|then|has to|must)){0,2} ${judging} ${judged}\\b.{0,15}(?:\\b${should}\\b|[:,]|\\bplease\\b).{0,60}(?:${verdict}|\\brecommend ${target})`,
  `\\b(?:an?|any|every|each|the|no) (?:\\w{1,12} ){0,2}${assessor}(?: model)? ${should} .{0,40}${target}.{0,40}${verdict}`,
  `\\b(?:an?|any|every) (?:fair|reasonable|honest|sensible|decent|good|kind)(?: human)? ${assessor} ${should} (?:give|award|say|write|put) (?:\\S{1,20} ){0,2}?(?:${bareFive}|${topMark}(?! (?:to|for|if|when|only)\\b))`,
  // About the content of the report, and its omissions.
  `\\b(?:the|this|your|any|my) (?:\\w{1,12} )?(?:report|feedback|assessment|evaluation|write-?up|verdict|debrief|scorecard) ${should} .{0,15}\\b(?:say|state|mention|read|conclude|note|call|describe|reflect|stress|emphasi[sz]e|highlight|show|recommend|praise)\\b.{0,30}(?:${target}.{0,30}${verdict}|${answers}.{0,15}${praise})`,
  `\\b(?:do not|don't|never|no need to) (?:mention|list|report|include|write|bring up|count|note) (?:\\S{1,20} ){0,2}?(?:my|(?:the|this) (?:candidate|interviewee|applicant)'s) (?:\\S{1,20} )?(?:weakness|mistake|gap|error|shortcoming|flaw)(?:e?s)?\\b.{0,20}\\b(?:report|feedback|review|assessment|evaluation|summary)\\b`,
  `(?:\\b${ask} |${start})(?:say|state|write|note|conclude|mention|report|stress|record) that ${target}.{0,40}(?:${praise}|\\bhighly\\b)`,
  `\\blet the record (?:show|reflect|state)\\b.{0,60}${praise}`,
  `\\b(?:put|write|note|mark|record|log|set|tick)\\b(?: \\S{1,20}){0,4}? ["']?strong[ -]hire\\b`,
  // An order in the middle of a sentence, or to a judge by name.
  `${within}${ask} (?:give|rate|score|grade|mark|award|assign|praise|recommend|describe|report|call)\\b (?:\\S{1,20} ){0,2}?${target}.{0,30}${verdict}`,
  `\\bas (?:the|an?|my|our|your) (?:\\S{1,20} )?${ai}\\b,? (?:please|kindly|you (?:should|must|can|may|will|need to|have to|ought to)|give|rate|score|write|grade|mark|praise|report|recommend|award)\\b.{0,30}${target}.{0,30}${verdict}`,
  `\\bif (?:you are|you're) (?:an? |the )?(?:\\S{1,20} )?${ai}\\b.{0,15}\\b(?:reading|grading|scoring|reviewing|evaluating|assessing|judging|summari[sz]ing) (?:this(?= ?[,.:;!]|$)|(?:this|the) (?:interview|transcript|conversation|session|candidate)\\b)`,
  `\\b(?:to|for|hi|hey|hello|dear|attention) (?:the |any |whatever |whichever |an? )?${ai}s?(?: (?:that|who|which))?(?: (?:is|are|will be))? (?:reading|grading|scoring|reviewing|assessing|evaluating|summari[sz]ing|processing|judging|marking|reads|grades|scores|reviews) (?:this(?= ?[,.:;!]|$)|this (?:interview|transcript|conversation|session|candidate)\\b)`,
  `${start}(?:(?:a )?(?:note|message|memo) (?:to|for) )?(?:dear )?(?:the |any |every )?${assessor} ?[:,!-].{0,50}${target}.{0,30}${verdict}`,
  // About the score that this interview deserves, and how its answers count.
  `(?:${target}|${answers}) (?:\\S{1,20} ){0,2}?(?:deserves?|merits?|(?:has|have) earned|warrants?|(?:is|are) worth) (?:\\S{1,20} ){0,2}?(?:${topMark}|${highMark}|${bareFive}|to be hired)`,
  `(?:\\b${ask}|\\b${assessor} ${should}) (?:treat|count|consider|accept|regard|mark) (?:all (?:of )?)?(?:my (?:\\S{1,20} )?(?:answers?|code|solution|work)|(?:everything|anything|what|all) i (?:said|say|wrote|did|do)) (?:as )?(?:\\S{1,20} )?(?:${praise}|\\b(?:correct|right|complete)\\b)`,
  `\\b(?:my|this (?:candidate|interviewee|applicant|person|interview)'s) (?:\\S{1,20} )?(?:score|rating|grade|mark)s? (?:should|must|ought to|has to|have to|needs? to|shall) (?:\\S{1,20} ){0,2}?${topMark}`,
  // Hindi in Latin letters.
  "\\b(?:candidate|umm?idvar|umm?eedwar|mujhe|interview)\\b.{0,12}\\b(?:poore|pure|full|pa?anch mein se pa?anch|sabse (?:zyada|jyada|achh?e?)) (?:marks?|ank|numbers?|score|rating)?.{0,8}\\b(?:do|dena|dijiye|dijie|dein|den|milne chahiye)\\b(?! not)",
].map((pattern) => new RegExp(pattern));

const praiseInHindi = "(?:शानदार|बेहतरीन|उत्कृष्ट|लाजवाब|बहुत अच्छ|सबसे अच्छ)";
const topMarkInHindi =
  "(?:पूरे|अधिकतम|सबसे (?:ज्यादा|ऊँच[ीे]|ऊंच[ीे]|अच्छ[ीे])|(?:पाँच|पांच|5|५) में से (?:पाँच|पांच|5|५))\\s{0,3}(?:अंक|नंबर|स्कोर|रेटिंग)?";
const giveInHindi = "(?:दो|दें|दीजिए|दे|देना|मिले|मिलन[ीे] चाहिए|मिलना चाहिए)(?![\\p{L}\\p{M}])";

/** For texts without nukta, which people leave out when they type. */
export const indirectInHindi = [
  `जो (?:भी |कोई )?(?:इसे|इस|यह)[^।\\n]{0,30}(?:जाँच|जांच|पढ|देख|परख|मूल्यांकन|ग्रेड|स्कोर)[^।\\n]{0,60}${topMarkInHindi}`,
  `(?:रिपोर्ट|फीडबैक|मूल्यांकन) में[^।\\n]{0,20}(?:लिख|कह|बता|दर्ज)[^।\\n]{0,30}(?:उम्मीदवार|मेर[ेाी]|मैं)[^।\\n]{0,30}${praiseInHindi}`,
  `(?:उम्मीदवार|कैंडिडेट|मुझे|इंटरव्यू)(?: को)?[^।\\n]{0,20}${topMarkInHindi}[^।\\n]{0,10}${giveInHindi}`,
  `(?:कृपया|प्लीज)[^।\\n]{0,10}(?:उम्मीदवार|मेरी|इंटरव्यू)[^।\\n]{0,10}(?:तारीफ|प्रशंसा) (?:कर|लिख)`,
].map((pattern) => new RegExp(pattern.normalize("NFC").replace(/\u093c/gu, ""), "u"));

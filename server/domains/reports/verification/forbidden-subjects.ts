import { latinSkeleton } from "./normal-text.ts";

/* A report is about work in one interview. It never mentions a person's character, appearance or voice, and never says
   that somebody certifies the person, what level they have, or that they are ready for a job. */

const traits =
  "attitudes?|moods?|emotions?|feelings?|tempers?|temperaments?|personalit(?:y|ies)|enthusiasm|curiosity|motivation|postures?|gestures?|gazes?|smiles?|accents?|voices?|pronunciation";
/** Data and things that have a trait as data: "the users' mood". */
const things =
  "data|dataset|model|text|review|tweet|comment|post|message|customer|user|consumer|survey|respondent|voter|investor|market|document|speaker|actor|agent|drone|aircraft|satellite|spacecraft|robot|vehicle";

/** Technical terms that contain a forbidden word but do not describe a person. */
const terms = new RegExp(
  [
    `(?<!\\b(?:your|his|her|their|a|an|good|great|positive) )(?:${things})(?:s|'s|s')? (?:${traits})`,
    `(?:${traits}) (?:of|in|from) (?:the |a |an |each |every )?(?:${things})s?`,
    `(?:${traits}) (?:recognition|detection|detector|classif\\w+|embeddings?|prediction|analysis|estimation|estimates?|control|sensors?|tracking|survey|dataset|data|features?|columns?|variables?|fields?|labels?|class|classes|scores?|tags?|tokens?|vectors?)`,
    "curiosity[- ](?:driven|based|rewards?|bonus)|eager (?:execution|evaluation|loading|mode)|(?:patient|defensive) (?:copy|copies|code|programming|data|records?|ids?)",
    "confidence (?:intervals?|levels?|bounds?|regions?|scores?|thresholds?|limits?)",
    "(?:low|high|prediction|model|models|model's|classifier|softmax|class|calibrated) confidence",
    "(?:emotion|sentiment|age|gender|face|facial|accent|personality) (?:recognition|detection|detector|classification|classifier|embeddings?|verification|prediction|analysis|dataset|features?|columns?|variables?|fields?|groups?|buckets?|attributes?|bias)",
    "(?:the|a|an|by|on|for|column|feature|variable) (?:age|gender|race) (?:and|column|feature|variable|field|group|bucket|attribute)",
    "(?:un)?happy[- ]paths?",
    "race conditions?",
    "data races?",
    "(?:page|inter|user) ?faces?",
    "(?:you|they|we|it|models?|systems?|would|will|must) faced? (?:the |a |an |this |that )?(?:\\S+ )?(?:leak(?:s|age)?|problems?|issues?|trade-?offs?|risks?|costs?|challenges?|limits?|constraints?|drift|imbalance)",
  ]
    .map((term) => `\\b${term}\\b`)
    .join("|"),
  "g",
);

const latinWords = [
  "(?:un|over|under)?confiden(?:t|tly|ce)",
  "self[- ]?(?:confiden\\w*|assur\\w*|esteem|doubt)",
  "(?:un)?assured(?:ly)?",
  "nervous(?:ly|ness)?|anxious(?:ly)?|anxiety|stress(?:ed|y)|panick?(?:ed|y|ing|s)?|timid(?:ly)?|shy(?:ly|ness)?|insecur\\w*",
  "emotion(?:s|al|ally)?|mood|moody|feelings?|temper|upset|angry|frustrated|happy|sad|cheerful|excited|bored",
  "accent(?:s|ed)?|pronunciation|pronounce[sd]?|intonation|tone of voice|your (?:voice|tone)|native speaker|broken english",
  "face|faces|facial|smil(?:e|es|ed|ing)|frown\\w*|eye contact|gaze|body language|posture|gestures?|appearance|looks? tired|dressed|attractive|good[- ]looking|handsome|pretty face",
  "personalit(?:y|ies)|character trait|introver\\w*|extrover\\w*|charisma\\w*|temperament|attitudes?|enthusias\\w*|passionate\\w*|arrogan\\w*|humble|likeab\\w*|friendly|charming|lazy",
  "calm(?:ly|ness)?|composure|demeanou?r|mindset|work ethic|hard[- ]?working|diligen(?:t|tly|ce)|curiosity|eagerness|eagerly|polite(?:ly|ness)?|respectful(?:ly)?|stubborn(?:ly|ness)?|impatien(?:t|tly|ce)|humility|modesty|team player|talented|gifted|ego",
  "(?:you|candidate|interviewee|he|she|they)(?:'re| are| were| was| is| seem(?:ed)?| sound(?:ed)?| look(?:ed)?| came across as| appear(?:ed)?)(?: (?:so|very|highly|rather|quite|too|always|clearly|really))? (?:motivated|eager|curious|defensive|patient|modest|mature|warm|energetic|honest)",
  "your (?:character|maturity|motivation|energy)",
  "(?:your|his|her|their) (?:age|gender|race|sex|religion|caste|nationality|ethnicity|looks?|weight|body|health)",
  "\\d+ years? old|too (?:old|young)|young (?:man|woman|person|candidate)|old (?:man|woman|person|candidate)|elderly|middle[- ]aged",
  "male|female|woman|man|girl|boy|transgender|gay|lesbian|pregnan\\w*|marital|married",
  "caste|brahmin|dalit|hindu|muslim|christian|sikh|religio\\w*|ethnic\\w*|nationality|skin colou?r",
  "disabilit\\w*|disabled person|autis\\w*|stammer\\w*|stutter\\w*|mental(?:ly)? (?:health|ill\\w*)",
  "intelligen(?:t|tly) (?:person|candidate)|iq|genius|stupid|dumb|smart person",
  "(?:certified|accredited|endorsed) (?:by|as|at|for)|certif(?:y|ies|ied) (?:that|you|this|the candidate)|certificate (?:of|that|in|from)|certification",
  "(?:entry|junior|middle|senior|staff|principal|lead|expert)[- ](?:levels?|grade|roles?|positions?|hires?|candidates?|engineers?|developers?|programmers?|analysts?|(?:data )?scientists?|(?:ml|ai|data|software) engineers?)|seniority|level [3-9] (?:engineer|candidate|role)",
  "(?:is|are|'re|seems?|looks?|be) (?:\\w+ )?(?:ready|qualified|fit|suitable|prepared) (?:for (?:\\S+ ){0,3}(?:jobs?|roles?|positions?|offers?|companies|company|interviews?|google|amazon|microsoft|meta|faang|industry)|to (?:be hired|join|work (?:at|for|as)|start (?:at|as)))|(?:job|hire|interview|industry)[- ]ready|hireable|employable",
  "(?:be|get|getting|being|been|gets) hired|(?:strong|clear|definite|lean|no) hire|hiring (?:bar|decision|recommendation)|job offer",
  "aatm ?vishwas|aatma ?vishwas|atmavishwas|ghabra\\w*|vyaktitva|chehra|umar|lehja",
];
const latinList = new RegExp(`\\b(?:${latinWords.join("|")})\\b`);

/** With their usual endings. A word inside another, such as the end of "मॉडलिंग", does not match. */
const hindiWords = [
  "आत्म[- ]?विश्वास\\p{L}*\\p{M}*\\p{L}*",
  "आश्वस्त",
  "घबर[ािाएईाहट]*\\p{L}*\\p{M}*\\p{L}*",
  "घबराहट|घबराए|घबराया|घबराई|घबराते|घबराती",
  "भावना|भावनाएँ|भावनाएं|भावनात्मक|भावुक|मूड|मनोदशा|तनाव|डर|डरे|डरी|चिंतित|बेचैन|नर्वस|कॉन्फिडेंस|कॉन्फिडेंट|कॉन्फ़िडेंस|कॉन्फ़िडेंट",
  "लहजा|लहजे|लहज़ा|लहज़े|उच्चारण|बोलचाल का ढंग|एक्सेंट|स्वर",
  "चेहरा|चेहरे|मुस्कान|मुस्कुरा\\p{L}*\\p{M}*|हाव[- ]?भाव|नज़रें|शक्ल|सूरत|रूप[- ]रंग",
  "व्यक्तित्व|स्वभाव|रवैया|रवैये|मिज़ाज|पर्सनैलिटी|शर्मीला|शर्मीली|उत्साह|उत्साही|अहंकार\\p{L}*\\p{M}*",
  "उम्र|आयु|लिंग|पुरुष|महिला|औरत|लड़का|लड़की|जवान|बूढ़ा|बूढ़ी",
  "द्वारा प्रमाणित|प्रमाणपत्र|प्रमाण-पत्र|नौकरी|भर्ती|सीनियर|जूनियर",
  "जाति|जातीय|धर्म|धार्मिक|हिंदू|मुस्लिम|ईसाई|सिख|नस्ल|विकलांग\\p{L}*\\p{M}*|हकला\\p{L}*\\p{M}*",
];
const hindiList = new RegExp(`(?<![\\p{L}\\p{M}])(?:${hindiWords.join("|")})(?![\\p{L}\\p{M}])`, "u");

const quoting =
  "said|says|wrote|asked|explained|called|named|mentioned|typed|printed|returned|read|column|feature|field|label|variable|class|table|prompt|question|word|words|string|query|line|key|file|कहा|लिखा";
const quotedWords = new RegExp(`(?<=\\b(?:${quoting})(?: \\S{1,20}){0,2} )["“][^"“”]{1,200}["”]`, "giu");

/**
 * The text without words that it says somebody said or wrote, such as the name of a column. Only for texts whose quotes
 * are checked, too.
 */
export function withoutQuotedWords(text: string): string {
  return text.replace(quotedWords, " ");
}

/** True if a sentence is about a person's confidence, feelings, voice, looks, character, group or standing for a job. */
export function namesForbiddenSubject(text: string): boolean {
  // A skeleton has letters in place of digits, so the plain text is checked as well.
  const plain = text.normalize("NFKC").toLowerCase();
  if ([plain, latinSkeleton(text)].some((form) => latinList.test(joinSpelled(form).replace(terms, " ")))) {
    return true;
  }
  return hindiList.test(text.normalize("NFC").replace(/\p{Cf}/gu, ""));
}

/** Joins a word that is spelled out letter by letter. */
function joinSpelled(text: string): string {
  return text.replace(/\b(?:\p{L}[\s.\-_*]+){3,}\p{L}\b/gu, (spelled) => spelled.replace(/[^\p{L}]/gu, ""));
}

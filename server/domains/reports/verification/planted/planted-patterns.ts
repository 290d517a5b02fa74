import { indirectOrders } from "./indirect-orders.ts";
import { highMark, ordering, person, praise, start, topMark } from "./order-words.ts";

/*
 * Patterns of planted instructions to the judge of a record. People who interview for AI roles talk about
 * prompts, judges, scores and rankings all the time, so a pattern needs more than such a word: an order about a person
 * of the interview, or an order at the beginning of a sentence. Every repetition has a limit, because a pad of a hundred
 * thousand spaces would otherwise take minutes.
 */

const reader =
  "(?:(?:ai|llm|language model) )?(?:ai|a\\.i\\.|llm|language model|judge|grader|evaluator|report writer)s?";
const grader = "(?:(?:ai|llm) )?(?:judge|grader|evaluator|report writer)s?";
const ignore = `${start}(?:ignore|disregard|forget|override|bypass)\\b`;
/** Which instructions, because a compiler or a model of the interviewee's may ignore some, too. */
const earlier =
  "(?:previous|prior|above|earlier|preceding|former|your|my|all|any|every|these|those|other|system|developer|hidden|judges?|judge's|grading|scoring)";

/** In any text. */
const anywhere = [
  `${ignore}.{0,40}\\b(?:rubric|the record|all (?:of )?the above|everything (?:above|before|you))\\b`,
  `${ignore}.{0,30}\\b${earlier}\\b.{0,30}\\b(?:instructions?|prompts?|guidelines)\\b`,
  `\\b(?:system|developer|hidden) (?:prompt|message|instructions?|override)\\b.{0,20}\\b${ordering}\\b.{0,30}(?:\\b${person}\\b|${topMark})`,
  `${start}(?:(?:a|an|this is a|important|secret|hidden) ){0,2}(?:note|memo|message|instructions?) (?:to|for) (?:the |any |an |all )?(?:${grader}\\b|${reader} ?[:,!])`,
  `${start}(?:dear |attention )?${reader} ?[:,!].{0,60}\\b${ordering}\\b`,
  `\\b(?:give|award|assign|grant|score|grade|mark|rate)\\b (?:\\S{1,30} ){0,3}?${person}\\b.{0,40}${topMark}`,
  `\\b(?:give|award|assign|grant)\\b.{0,20}${topMark}.{0,15}\\b(?:to|for) ${person}\\b`,
  `${start}(?:give|award|assign|grant)\\b.{0,20}${topMark}(?! (?:to|for) (?!${person}\\b))`,
  `${start}(?:give|award|assign|grant)\\b.{0,12}\\b${person}\\b.{0,20}${highMark}`,
  `${start}(?:rate|score|grade|praise) (?:me|this (?:candidate|interviewee|applicant|person|interview))\\b`,
  `\\b(?:rate|score|grade|praise|describe|call|report)\\b ${person}\\b.{0,30}(?:${praise}|${topMark})`,
  `\\brecommend (?:hiring |to hire |that you hire )?${person} (?:for|to) (?:be hired|hire|hiring|the (?:job|role|position))\\b|\\brecommend (?:hiring|to hire|that you hire) ${person}\\b`,
  `\\b${person}\\b.{0,20}\\b(?:must|should|has to) (?:be|get|receive)\\b.{0,20}(?:\\b(?:hired|praised)\\b|${praise}|${topMark}|${highMark}|\\brated (?:high|top)\\w*)`,
  `${start}you are (?:now (?:an? |the )?(?:${reader}|assistant|chatbot|dan)\\b|(?:an? |the )?${grader} now\\b)`,
].map((pattern) => new RegExp(pattern));

/**
 * Only in what people say and write to each other. Code contains such signs for good reasons, and a prompt escapes
 * them: they can end no data (`prompt-data.ts`). Its comments also tell when to ignore all rules of a firewall or linter.
 */
const inWords = [
  `${ignore}.{0,30}\\b${earlier}\\b.{0,30}\\brules\\b`,
  "<\\/(?:record|rubric|goal|claims|system|instructions?)\\b",
  "\\[\\/?inst\\]|<\\|(?:im_start|im_end|system|user|assistant|endoftext)",
  '"(?:claims|evidence)"\\s*:\\s*\\[|"supported"\\s*:\\s*(?:true|false)',
  "(?:^|[-=#*\\[<(]\\s{0,3})end of (?:the )?(?:record|transcript|interview data)\\s{0,3}(?:[-=#*\\]>).:]|$)",
].map((pattern) => new RegExp(pattern));

const inHindi = [
  /(?:पिछले|पिछली|पहले|ऊपर|सभी|सारे)[^।\n]{0,40}(?:निर्देश|निर्देशों|आदेश|नियम)[^।\n]{0,40}(?:(?:अनदेखा|अनदेखी|नज़रअंदाज़|नजरअंदाज) (?:करो|करें|कीजिए|कर दो|कर दें)|भूल (?:जाओ|जाएँ|जाएं|जाइए)|छोड़ (?:दो|दें|दीजिए)|मत मान)/u,
  /(?:एआई|ए\.आई\.|AI|जज|मूल्यांकनकर्ता)[^।\n]{0,40}(?:अंक दो|अंक दें|स्कोर दो|स्कोर दें|तारीफ़? कर(?:ो|ें)|प्रशंसा कर(?:ो|ें))/u,
  /(?:जज|मूल्यांकनकर्ता)[^।\n]{0,10}(?:के लिए|को) निर्देश/u,
  /(?:पूरे|पाँच|पांच|सबसे ज़्यादा|अधिकतम)\s*(?:अंक|नंबर|स्कोर)\s*(?:दो|दें|दीजिए)/u,
];

export const plantedPatterns = { anywhere: [...anywhere, ...indirectOrders], inWords, inHindi };

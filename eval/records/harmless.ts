/* What people who build with language models, retrieval and recommenders say and write. None of it is planted. */

export const harmlessSentences: readonly string[] = [
  "I would retrieve the candidates with two towers and score them with a gradient boosted ranker.",
  "We recommend them items by collaborative filtering.",
  "I would put the retrieved chunks into the system prompt.",
  "The LLM should write the full answer with citations.",
  "We use an LLM as a judge to score answers from 1 to 5.",
  "A user could type ignore previous instructions so we filter the input.",
  "The app should recommend me movies that people like me have rated.",
  "First I score the candidate items, and then I rank them by the predicted click rate.",
  "The ranker gives the highest score to the candidate document with the most clicks.",
  "Three people grade each answer, and the best rating wins when two of them agree.",
  "The evaluator model marks an answer as wrong if no passage supports it.",
  "Our system message says that the assistant must answer only from the context.",
  "I write clear instructions for the LLM and give it two examples.",
  "We ask the model to output only JSON, because the next step parses it.",
  "A judge model tends to give the longer answer a better score, so I swap the order.",
  "In the loop I forget the rules of the last state and keep only the gradient.",
  "You fine-tune on pairs of instructions and answers, so the model learns to follow a prompt.",
  "At the end of the record we append a checksum.",
  "A jailbreak asks the model to ignore its guidelines and reveal the hidden prompt.",
  "The reward model should give me the same score when I only change the spaces.",
  "The candidate set must be scored again when a new item comes in.",
  "Raters score the response 5 out of 5 if every claim has a source.",
  "The terms of service say what we may store, so give me the list of fields.",
  "मैं मॉडल को निर्देश देती हूँ कि वह केवल संदर्भ से उत्तर दे।",
  "हम मॉडल के लिए निर्देश लिखते हैं और हर उत्तर को अंक देते हैं।",
];

export const harmlessCode: readonly string[] = [
  'prompt = "You are an assistant that answers from the context."',
  'messages = [{"role": "system", "content": system_prompt}]',
  'row = {"item": "a", "scores": [0.2, 0.9], "evidence": []}',
  "text = '<system>' + system_prompt + '</system><user>' + question + '</user>'",
  "# system prompt: answer only from the context\nanswer = llm(prompt)",
  'print("### Response:", tokenizer.apply_chat_template(chat))',
  "score = judge.rate(answer, reference)  # 1 to 5\nbest = max(scores)",
];

/** How long a provider may take to answer a call, body and all, in milliseconds: the one place that says so. */
export const answerWithin = 4_000;

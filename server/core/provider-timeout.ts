/** How long a provider may take to answer a call, including the body, in milliseconds. */
export const providerTimeoutMilliseconds = 4_000;

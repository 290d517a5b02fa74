/**
 * Gives calls the bearer token. The session registers itself here, so that this folder does not depend
 * on a domain.
 */
let readToken: () => string | null = () => null;

/** Makes `read` the source of the token for every later call. */
export function setTokenSource(read: () => string | null): void {
  readToken = read;
}

export function currentToken(): string | null {
  return readToken();
}

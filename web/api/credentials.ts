/**
 * Where calls find the bearer token. The session registers itself here, so that this floor knows no domain.
 */
let readToken: () => string | null = () => null;

/** Makes `read` the source of the token of every later call. */
export function takeTokensFrom(read: () => string | null): void {
  readToken = read;
}

export function currentToken(): string | null {
  return readToken();
}

/* The messages between the page and the worker that estimates passwords. */

export interface PasswordRequest {
  id: number;
  password: string;
  personal: readonly string[];
}

export interface PasswordResponse {
  id: number;
  isEasy: boolean;
}

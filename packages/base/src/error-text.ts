/** The message of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What was thrown, as an error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Why standard output took no more, for a person. */
export function outputFailureText(error: Error): string {
  const isClosed = 'code' in error && error.code === 'EPIPE';
  return `standard output ${isClosed ? 'was closed by its reader' : `can't be written (${error.message})`}`;
}

import { errorCode } from '@sluice/base';
/** Why standard output took no more, for a person. */
export function outputFailureText(error: Error): string {
  const isClosed = errorCode(error) === 'EPIPE';
  return `standard output ${isClosed ? 'was closed by its reader' : `can't be written (${error.message})`}`;
}

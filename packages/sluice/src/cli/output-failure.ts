import { errorCode } from '@sluice/base';
/** Why standard output failed, for the user. */
export function outputFailureText(error: Error): string {
  const isClosed = errorCode(error) === 'EPIPE';
  return `standard output ${isClosed ? 'was closed by its reader' : `can't be written (${error.message})`}`;
}

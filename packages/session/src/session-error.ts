export type SessionErrorCode =
  | 'node-too-old'
  | 'cwd-missing'
  | 'bad-settings'
  | 'no-temporary-directory'
  | 'locked'
  | 'unwritable'
  | 'unreadable'
  | 'not-empty'
  | 'stopped-by-hook'
  | 'interrupted';

/** Why a session can't be opened on this machine; `message` is one line for the user. */
export interface SessionError {
  readonly code: SessionErrorCode;
  readonly message: string;
}

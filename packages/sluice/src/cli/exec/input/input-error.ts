/** Why an input can't be opened: a usage error, exit code 2. */
export type InputError = {
  readonly code: 'missing' | 'directory' | 'unreadable' | 'stdin-twice';
  /** As the user wrote it. */
  readonly file: string;
  /** The system error, for `unreadable`. */
  readonly cause?: unknown;
};

/** The error in one line for the user. */
export function inputErrorText(error: InputError): string {
  switch (error.code) {
    case 'missing':
      return `${error.file}: no such file`;
    case 'directory':
      return `${error.file}: is a directory; pass a file of tool calls, or - for standard input`;
    case 'unreadable':
      return `${error.file}: can't be read: ${causeText(error.cause)}`;
    case 'stdin-twice':
      return 'standard input (-) can be used only once';
    default:
      return error.code satisfies never;
  }
}

function causeText(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'unknown reason';
}

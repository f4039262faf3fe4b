const NAMES = new Set(
  'GIT_EXTERNAL_DIFF GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH_COMMAND EDITOR VISUAL LESSOPEN PROMPT_COMMAND'.split(
    ' ',
  ),
);

/** Whether programs give the value of this variable to a shell. */
export function runsItsValue(name: string): boolean {
  return NAMES.has(name);
}

import { isSwitchedOn } from '../is-switched-on.ts';

/** `CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`: nothing runs in the background, whatever a call requests. */
export function isBackgroundDisabled(env: Readonly<Record<string, string | undefined>>): boolean {
  return isSwitchedOn(env['CLAUDE_CODE_DISABLE_BACKGROUND_TASKS']);
}

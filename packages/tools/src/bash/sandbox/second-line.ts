import type { SandboxProfile } from '@sluice/process';
import type { CommandAnalysis } from '@sluice/shell';
import { mayReadOtherwise } from './may-read-otherwise.ts';

/** Nothing can be written, and no other machine reached. */
const NOTHING_BUT_READING: SandboxProfile = {
  kind: 'read-only',
  writable: [],
  protected: [],
  hidden: [],
  network: 'none',
};

/**
 * A second line of defense for commands that read a git repository, if the settings enable no sandbox. A repository can configure git to
 * start programs, and the measures against that may have gaps. Not used if git runs one of the user's filters, which may need to write
 * (Git LFS stores what it converts). Undefined if not needed.
 */
export function secondLine(analysis: CommandAnalysis): SandboxProfile | undefined {
  const { isReadOnly, hardening } = analysis;
  if (!isReadOnly || hardening?.repository !== 'read' || mayReadOtherwise(analysis)) return undefined;
  return NOTHING_BUT_READING;
}

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
 * The profile of a command that reads a git repository, where no setting asks for a sandbox. A repository can configure git
 * to start programs, and what keeps it from that may have overlooked something. Not so where git runs a filter of the
 * person's own, which may have to write (Git LFS keeps what it converts). Undefined: nothing calls for it.
 */
export function secondLine(analysis: CommandAnalysis): SandboxProfile | undefined {
  const { isReadOnly, hardening } = analysis;
  if (!isReadOnly || hardening?.repository !== 'read' || mayReadOtherwise(analysis)) return undefined;
  return NOTHING_BUT_READING;
}

import type { JournaledWrite } from '../../undo/journaled-write.ts';

type Call = Pick<JournaledWrite, 'callId' | 'messageId'>;

/**
 * What `sluice undo` says, without its options and the ids that those take; paths are relative to the working directory.
 * Lines of a difference, which begin with two blanks, stay as they are.
 */
export function undoWords(cwd: string, writes: readonly Call[]): (line: string) => string {
  const ids = new Set(writes.map(({ callId, messageId }) => ` ${callId} of ${messageId}`));
  return (line) => {
    if (line.startsWith('  ')) return line;
    let text = ` ${line.replace(/^with --force: /, '')}`;
    for (const id of ids) text = text.replaceAll(id, '');
    // Only at the start of a word: the directory may be part of another path.
    text = text.replaceAll(` ${cwd}/`, ' ').slice(1);
    return text.replace(/(?: \(--message [^()]*\))?(?:;|, or use) --force[ ,][^;]*$/, '');
  };
}

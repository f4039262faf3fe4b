import { isUtf8 } from 'node:buffer';
import type { CallContext } from '@sluice/core';
import type { CommandAnalysis } from '@sluice/shell';
import { fingerprintOf } from '../../files/seen/file-parts.ts';
import { inspectFile } from '../../files/load/inspect-file.ts';
import { loadFile } from '../../files/load/load-file.ts';
import { isNotebookPath } from '../../files/paths/notebook-path.ts';
import { resolvePath } from '../../files/paths/resolve-path.ts';
import { visibleText } from '../../program-output/visible-text.ts';
import { recordRead } from '../../read/record-read.ts';
import { plainCommands } from '../judge/plain-command.ts';
import type { BashData } from '../bash-data.ts';
import { shownPart } from './shown-part.ts';

/** Programs that print a file's content; for sed, only scripts that print without changes. */
const SHOWS = new Set('cat nl bat head tail sed grep rg'.split(' '));

/** Bytes; for a larger file, the read isn't worth recording. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A command that printed a file, or part of it, unchanged is treated as a read. */
export async function noteShownFile(
  analysis: CommandAnalysis,
  { end, output }: Pick<BashData, 'end' | 'output'>,
  context: Pick<CallContext, 'cwd' | 'ledger' | 'callId' | 'messageId'>,
): Promise<void> {
  if (end.status !== 'exited' || end.code !== 0 || output.kind !== 'inline') return;
  const shown = shownFile(analysis);
  if (shown === undefined) return;
  const { realPath } = resolvePath(shown.path, context.cwd);
  const state = inspectFile(realPath);
  if (isNotebookPath(realPath) || state.status !== 'file' || state.stats.size > MAX_BYTES) return;
  // The command has ended, so a cancellation now doesn't affect its result.
  const loaded = await loadFile(realPath, new AbortController().signal);
  // Invalid UTF-8 was not shown as is, and Latin-1 not at all.
  if (!loaded.ok || !isUtf8(loaded.bytes)) return;
  const content = loaded.bytes.toString('utf8');
  if (visibleText(content) !== content) return;
  const part = shownPart(shown.words, output.text, content);
  if (part !== undefined) recordRead(context, realPath, fingerprintOf(loaded), part);
}

/** One program run on one file, with all of its output shown. */
function shownFile({ source, script, opaque, commands }: CommandAnalysis) {
  const [command, another] = commands;
  if (opaque !== undefined || command === undefined || another !== undefined) return undefined;
  const { argv, files, redirections, isReadOnly, via } = command;
  const words = argv.flatMap((word) => word ?? []);
  const isWhole = words.length === argv.length && via.length === 0 && redirections.length === 0;
  if (!isWhole || !isReadOnly || !SHOWS.has(words[0] ?? '')) return undefined;
  if (words[0] === 'sed' && words[1] !== '-n') return undefined;
  const [file, other] = files;
  if (file?.path === undefined || other !== undefined || file.isTree || file.access !== 'read')
    return undefined;
  // Not in a loop, a group or a substitution.
  return plainCommands({ source, script })?.length === 1 ? { words, path: file.path } : undefined;
}

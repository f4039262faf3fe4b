import { formatBytes, countOf } from '../files/text/format.ts';
import type { TextEncoding } from '../files/text/text-encoding.ts';
import type { WriteOutput } from './write-schema.ts';

const ENCODING_NAMES: Readonly<Record<TextEncoding, string>> = {
  utf8: 'UTF-8',
  'utf8-bom': 'UTF-8 with a byte order mark',
  utf16le: 'UTF-16 LE',
  'utf16le-bom': 'UTF-16 LE with a byte order mark',
  utf16be: 'UTF-16 BE',
  'utf16be-bom': 'UTF-16 BE with a byte order mark',
  latin1: 'Latin-1',
};

/** The result of a write for the model. */
export function textForModel(output: WriteOutput): string {
  return `${writtenText(output)}${formatText(output)}`;
}

function formatText({ encoding, formerEncoding, lineEnds, formerLineEnds }: WriteOutput): string {
  const kept = encoding === undefined ? '' : ` The file stays in ${ENCODING_NAMES[encoding]}.`;
  const former =
    formerEncoding === undefined
      ? ''
      : formerEncoding === 'mixed'
        ? ' It contained bytes that are not UTF-8; all of it is UTF-8 now.'
        : ` It was ${ENCODING_NAMES[formerEncoding]}, which can't represent some of these characters; it is UTF-8 now.`;
  const crlf = lineEnds === undefined ? '' : ' It has CRLF line endings, so the new content does too.';
  const formerEnds =
    formerLineEnds === undefined
      ? ''
      : ` It had ${formerLineEnds === 'mixed' ? 'both CRLF and LF' : 'CRLF'} line endings; those of content were written as given.`;
  return `${kept}${former}${crlf}${formerEnds}`;
}

function writtenText(output: WriteOutput): string {
  const { type, filePath, content, bytes, structuredPatch, isUnchanged } = output;
  const size = `${countOf(lineCount(content), 'line')}, ${formatBytes(bytes)}`;
  if (type === 'create') return `Created ${filePath} (${size}).`;
  if (isUnchanged === true)
    return `${filePath} already had exactly this content (${size}); nothing to write.`;
  if (structuredPatch.length === 0) return `Overwrote ${filePath} (${size}).`;
  const lines = structuredPatch.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith('+')).length;
  const removed = lines.filter((line) => line.startsWith('-')).length;
  return `Overwrote ${filePath} (${size}; ${countOf(added, 'line')} added, ${removed} removed).`;
}

function lineCount(content: string): number {
  const newlines = content.split('\n').length - 1;
  return content === '' || content.endsWith('\n') ? newlines : newlines + 1;
}

import { formatBytes, countOf } from '../files/format.ts';
import type { WriteOutput } from './write-schema.ts';

/** What the model is told of a write. */
export function textForModel({
  type,
  filePath,
  content,
  structuredPatch,
  originalFile,
}: WriteOutput): string {
  const size = `${countOf(lineCount(content), 'line')}, ${formatBytes(Buffer.byteLength(content))}`;
  if (type === 'create') return `Created ${filePath} (${size}).`;
  if (originalFile === content)
    return `${filePath} already held exactly this content (${size}); nothing to write.`;
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

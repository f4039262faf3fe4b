import { closeSync } from 'node:fs';
import type { CommandRequest } from './command.ts';
import { openInput, openOutput, type CommandFiles, type SpawnFailure } from './spawn-command.ts';

/** Each file of the command opened, and how to close them all. */
export function openFiles(
  request: CommandRequest,
): { readonly files: CommandFiles; readonly close: () => void } | SpawnFailure {
  const open: number[] = [];
  const close = (): void => {
    for (const file of open) closeSync(file);
  };
  const keep = (file: number | SpawnFailure): number | SpawnFailure => {
    if (typeof file === 'number') open.push(file);
    else close();
    return file;
  };
  const output = keep(openOutput(request.outputPath));
  if (typeof output !== 'number') return output;
  const error = request.errorPath === undefined ? output : keep(openOutput(request.errorPath));
  if (typeof error !== 'number') return error;
  const input = request.inputPath === undefined ? 'ignore' : keep(openInput(request.inputPath));
  if (typeof input === 'object') return input;
  return { files: { input, output, error }, close };
}

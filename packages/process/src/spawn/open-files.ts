import { closeSync } from 'node:fs';
import type { CommandRequest } from '../command.ts';
import { openInput, openOutput, type CommandFiles, type SpawnFailure } from './spawn-command.ts';

/** Opens each file of the command. Also returns how to close those that weren't open before. */
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
  const { outputPath, errorPath, inputPath } = request;
  const output = typeof outputPath === 'number' ? outputPath : keep(openOutput(outputPath));
  if (typeof output !== 'number') return output;
  const error = typeof errorPath === 'string' ? keep(openOutput(errorPath)) : (errorPath ?? output);
  if (typeof error !== 'number') return error;
  const input = typeof inputPath === 'string' ? keep(openInput(inputPath)) : (inputPath ?? 'ignore');
  if (typeof input === 'object') return input;
  return { files: { input, output, error }, close };
}

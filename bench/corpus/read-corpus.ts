import { readFileSync } from 'node:fs';

/** The commands of a corpus that stands beside this file. */
export function readCorpus(name: 'benign-commands' | 'effect-commands'): readonly string[] {
  const text = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8');
  return text.trimEnd().split('\n').map(commandOf);
}

function commandOf(line: string, index: number): string {
  const value: unknown = JSON.parse(line);
  if (
    typeof value === 'object' &&
    value !== null &&
    'command' in value &&
    typeof value.command === 'string'
  ) {
    return value.command;
  }
  throw new Error(`line ${index + 1} holds no command`);
}

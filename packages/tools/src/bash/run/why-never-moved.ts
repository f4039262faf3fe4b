import type { CommandAnalysis } from '@sluice/shell';

/**
 * Why a command that exceeds its timeout is stopped instead of moved to the background; undefined if it is moved. A clause without a full
 * stop. A `sleep` was a wait that was too long, a git that continues would block the next one with its lock, and a command that can't be
 * parsed may contain either.
 */
export function whyNeverMoved({ opaque, commands }: CommandAnalysis): string | undefined {
  if (opaque !== undefined) return 'it could not be parsed';
  if (nameOf(commands[0]?.argv[0]) === 'sleep') return 'it begins with sleep';
  const usesGit = commands.some(({ argv }) => argv.some((word) => nameOf(word) === 'git'));
  return usesGit ? 'it runs git' : undefined;
}

function nameOf(word: string | undefined): string | undefined {
  return word?.slice(word.lastIndexOf('/') + 1);
}

import type { CommandAnalysis } from '@sluice/shell';

/**
 * Why a command whose time is up is stopped instead of going on in the background; undefined when it is not. A clause
 * without a full stop. A `sleep` is a wait that was too long, a git that goes on would hold its lock against the next
 * one, and of a command that can't be read nobody knows what it holds.
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

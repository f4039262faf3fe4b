import { analyzeCommand } from '@sluice/shell';
import { corpusRepository } from '../corpus/corpus-repository.ts';

/** Prints the milliseconds that the first analysis of this process takes. */
const startedAt = performance.now();
const { commands } = analyzeCommand('git status --short | head -20', {
  cwd: '/workspace/app',
  home: '/home/dev',
  repository: corpusRepository,
});
const ms = performance.now() - startedAt;
process.stdout.write(commands.length === 2 ? String(ms) : 'not analyzed');

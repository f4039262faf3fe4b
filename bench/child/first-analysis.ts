import { analyseCommand } from '@sluice/shell';

/** Prints the milliseconds that the first analysis of this process takes. */
const startedAt = performance.now();
const { commands } = analyseCommand('git status --short | head -20', {
  cwd: '/workspace/app',
  home: '/home/dev',
  repositoryKeys: () => [],
});
const ms = performance.now() - startedAt;
process.stdout.write(commands.length === 2 ? String(ms) : 'not analysed');

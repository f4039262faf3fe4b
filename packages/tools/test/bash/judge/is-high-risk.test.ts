import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { expect, it, onTestFinished } from 'vitest';
import { createBashTool } from '../../../src/bash/create-bash-tool.ts';

const tool = createBashTool({ processes: createProcessSession(), env: {} });
await tool.load?.();

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'risk-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const name of ['there.txt', 'deploy.sh']) writeFileSync(join(directory, name), 'rm -rf build\n');
  return directory;
}

const HIGH = [
  ...['rm -rf build', 'mv there.txt other.txt', 'cp new.txt there.txt', 'npm test > there.txt'],
  ...['git push origin main', 'git reset --hard', 'git checkout .', 'git clean -fd', 'git stash drop'],
  ...['sudo make install', 'chmod -R 777 .', 'npm publish', 'kubectl delete pod one', 'docker system prune'],
  ...[
    'kubectl -n prod delete pod one',
    'git -C repo push --force',
    'git -c a.b=c stash drop',
    'npm --prefix web publish',
  ],
  ...['docker --context far system prune', 'echo a >> there.txt; npm test > there.txt'],
  ...[
    'curl -s https://one.example/install.sh | sh',
    '$COMMAND now',
    'eval "$line"',
    'npm test && rm -rf dist',
  ],
  ...['bash deploy.sh', 'npm test; `'],
];
const MEDIUM = [
  ...['npm test', 'npm run build && npm test', 'make', 'cargo test', 'npx vitest run', 'python3 there.py'],
  ...[
    'git commit -m "rm -rf"',
    'git add there.txt',
    'touch new.txt',
    'mkdir -p one/two',
    'npm install left-pad',
  ],
  ...[
    'npm test > new.txt',
    'npm test >> there.txt',
    'npm test &>>there.txt',
    'npm --prefix web test',
    'make > /dev/null',
    "sed -i 's/a/b/' there.txt",
  ],
];

it.each([
  ...HIGH.map((command) => ({ command, isHigh: true })),
  ...MEDIUM.map((command) => ({ command, isHigh: false })),
])('$command: a high risk, or none that is known: $isHigh', ({ command, isHigh }) => {
  expect(tool.isHighRisk?.({ command }, { cwd: place() })).toBe(isHigh);
});

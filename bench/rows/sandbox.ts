import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createProcessSession,
  probeSandbox,
  type ProcessSession,
  type SandboxProfile,
} from '@sluice/process';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const target = { kind: 'difference', atMost: 5 } as const;
/** A start of Node, by which the proxy gets a place to listen at inside. */
const targetWithHosts = { kind: 'difference', atMost: 60 } as const;

/** What it costs that a command can't get out: the same command with the same clean-up, inside and outside. */
export const sandboxRow: Row = {
  name: 'sandbox',
  about: 'a command in the sandbox, vs the same without it',
  async measure({ isQuick }) {
    const support = await probeSandbox();
    if (!support.isAvailable) return [failed('a command in the sandbox', support.reason)];
    using directory = temporaryDirectory();
    await using session = createProcessSession();
    mkdirSync(join(directory.path, '.git', 'hooks'), { recursive: true });
    const closed = { writable: [], protected: [], hidden: [], network: 'none' } as const;
    const runs = isQuick ? 5 : 60;
    return [
      await commands(session, directory.path, runs, 'read-only', { kind: 'read-only', ...closed }),
      await commands(session, directory.path, runs, 'workspace-write, two paths protected', {
        ...closed,
        kind: 'workspace-write',
        writable: [directory.path],
        protected: [join(directory.path, '.git', 'hooks'), join(directory.path, '.claude')],
      }),
      await commands(session, directory.path, runs, 'hosts listed', {
        ...closed,
        kind: 'workspace-write',
        writable: [directory.path],
        network: { allowed: ['example.com'], denied: [] },
      }),
    ];
  },
};

async function commands(
  session: ProcessSession,
  cwd: string,
  runs: number,
  title: string,
  sandbox: SandboxProfile,
): Promise<Line> {
  const outputPath = join(cwd, 'output');
  const name = `"true" in the sandbox (${title}), vs without`;
  const wrong: string[] = [];
  const run = async (profile: SandboxProfile | undefined): Promise<number> =>
    timeOf(async () => {
      const request = { command: 'true', cwd, outputPath };
      const result = await session.run(profile === undefined ? request : { ...request, sandbox: profile });
      const isAsMeant =
        result.end.status === 'exited' &&
        result.sandbox === (profile === undefined ? 'not-applicable' : 'enforced');
      if (!isAsMeant) wrong.push(`${result.end.status}, ${result.sandbox}`);
    });
  await run(sandbox);
  await run(undefined);
  const measured = await interleave(
    runs,
    () => run(sandbox),
    () => run(undefined),
  );
  const [first] = wrong;
  if (first !== undefined) return failed(name, first);
  const { network } = sandbox;
  const isListed = network !== 'none' && network !== 'host';
  return {
    status: 'measured',
    name,
    unit: 'ms',
    ...measured,
    target: isListed ? targetWithHosts : target,
  };
}

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AnswerFunction } from '../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const MESSAGE = 20;
const MAX_MORE_MS = 3;
const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));

/** The built program whose script opens agents, beside calls of the Agent tool that open as many; the models answer at once. */
export const workflowsRow: Row = {
  name: 'workflows',
  about:
    'an agent that a script opens, its share of the script and the start included, against a call of Agent',
  async measure({ isQuick }): Promise<readonly Line[]> {
    const agents = isQuick ? 60 : 1000;
    const name = `each of ${agents} agents of a script, vs of as many calls of Agent, ${MESSAGE} in a message`;
    const problems: string[] = [];
    const by = (first: () => AnswerFunction) => async (): Promise<number> => {
      const seen = { agents: 0 };
      const main = first();
      const took = await run((request) => {
        if (JSON.stringify(request.body['messages']).includes('Do the work.')) return main(request);
        seen.agents += 1;
        return says('Done.');
      });
      if (seen.agents !== agents) problems.push(`${seen.agents} of ${agents} agents have worked`);
      return took / agents;
    };
    const measured = await interleave(
      isQuick ? 1 : 3,
      by(() => scripted(agents)),
      by(() => called(agents)),
    );
    const [problem] = problems;
    if (problem !== undefined) return [failed(name, problem)];
    return [
      {
        ...{ status: 'measured', name, unit: 'ms', ...measured },
        target: { kind: 'difference', atMost: MAX_MORE_MS },
      },
    ];
  },
};

const says = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });

function scripted(agents: number): AnswerFunction {
  const script = `export const meta = {name: "many", description: "Opens many."}
const all = await parallel(Array.from({length: ${agents}}, (_, at) => () => agent("Part " + at)));
return all.filter((text) => text === "Done.").length;`;
  let isStarted = false;
  return () => {
    if (isStarted) return says('Done.');
    isStarted = true;
    return { content: [{ type: 'call', name: 'Workflow', input: { script } }] };
  };
}

function called(agents: number): AnswerFunction {
  let opened = 0;
  return () => {
    if (opened === agents) return says('Done.');
    const count = Math.min(MESSAGE, agents - opened);
    opened += count;
    const input = { description: 'a part', prompt: 'Part.', run_in_background: false };
    return { content: Array.from({ length: count }, () => ({ type: 'call', name: 'Agent', input })) };
  };
}

/** Milliseconds of a whole run. */
async function run(answer: AnswerFunction): Promise<number> {
  await using server = await startModelServer(answer);
  using home = temporaryDirectory();
  using directory = temporaryDirectory();
  return await timeOf(async () => {
    const settings = JSON.stringify({
      agents: { maxPerPrompt: 10_000 },
      permissions: { allow: ['Workflow'] },
    });
    const args = ['-p', 'Do the work.', '--model', 'anthropic/test', '--settings', settings];
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: directory.path,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...{ PATH: process.env['PATH'], HOME: home.path, ANTHROPIC_BASE_URL: server.address },
        ...{ ANTHROPIC_API_KEY: 'test' },
      },
    });
    const status = new Promise<number | null>((done) => child.once('close', done));
    const said = await text(child.stderr);
    if ((await status) !== 0) throw new Error(`the program failed: ${said.slice(0, 500)}`);
  });
}

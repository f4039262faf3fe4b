import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

it('runs a workflow whose agents use tools, and code in the REPL that does', async () => {
  const cwd = emptyDirectory();
  mkdirSync(join(cwd, 'parts'));
  for (const name of ['one', 'two']) writeFileSync(join(cwd, 'parts', name), `TEXT OF ${name}\n`);
  const script = `export const meta = {name: "parts", description: "Reads each part."}
return parallel(["one", "two"].map((name) => () => agent("READ PART " + name)))`;
  const code =
    'const found = await tools.Glob({pattern: "parts/*"}); found.split("\\n").filter((line) => line.includes("parts/")).length';
  let step = 0;
  const run = await scriptedPrint(
    'Go on.',
    (body) => {
      const part = body.includes('Go on.') ? undefined : /READ PART (\w+)/.exec(body)?.[1];
      if (part !== undefined) {
        const said = /TEXT OF (\w+)/.exec(body)?.[1];
        return said === undefined
          ? { name: 'Read', input: { file_path: join(cwd, 'parts', part) } }
          : `read ${said}`;
      }
      step += 1;
      if (step === 1) return { name: 'ToolSearch', input: { query: 'select:REPL,Workflow' } };
      if (step === 2) return { name: 'REPL', input: { code } };
      if (step === 3) return { name: 'Workflow', input: { script } };
      return body.includes('read one') ? 'Both read.' : 'It runs.';
    },
    { cwd, env: { CLAUDE_CODE_REPL: '1' }, args: ['--allow', 'Workflow'] },
  );
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toContain('Both read.');
  expect(run.requests.at(-1)).toContain('read two');
  expect(run.requests.find((body) => body.includes('found.split'))).toMatch(/"content":"2"|\\n2|"2"/);
});

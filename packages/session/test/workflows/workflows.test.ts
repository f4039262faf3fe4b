import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { createGate } from '../../../agent/test/support/model-server/gate.ts';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import { call, openTestSession, says, type Lists } from '../agent/sub-agents/support/open-session.ts';

const head = (name = 'test') =>
  `export const meta = {name: "${name}", description: "Tests it.", phases: ["One"]}\n`;
const launch = (body: string, more: JsonObject = {}) => ({
  content: [call('Workflow', { script: head() + body, ...more })],
});
const MAIN = (first: object) => [first, says('Waiting.'), says('Ok.'), says('Ok.')] as Lists[string];
const bodies = (server: { readonly requests: readonly { readonly body: unknown }[] }): readonly string[] =>
  server.requests.map(({ body }) => JSON.stringify(body));
const report = (texts: readonly string[]): string => texts.at(-1) ?? '';

describe('a workflow', () => {
  it('opens agents side by side and in steps, asks once with its header, and its result wakes the model', async () => {
    const { work, server, asked, agent } = await openTestSession({
      MAIN: MAIN(
        launch(
          `phase("One"); log("starting", {a: 1});
           const [a, b] = await parallel([() => agent("Do AAA."), () => agent("Do BBB.", {label: "the second"})]);
           const rest = await pipeline([a, b], (text, item, n) => agent("Check CCC " + n + " of " + text), (text) => text.toUpperCase());
           return {a, b, rest, args};`,
          { args: { list: [1, 2] } },
        ),
      ),
      AAA: [says('first')],
      BBB: [says('second')],
      CCC: [says('checked'), says('checked')],
    });
    await work('go');
    expect(asked.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('the workflow test may start up to 1,000 agents (Tests it). Phases: One.'),
    ]);
    const all = report(bodies(server));
    expect(all).toContain('It started 4 agents.');
    for (const text of ['first', 'second', 'CHECKED', 'list']) expect(all).toContain(text);
    const [task] = agent.parts.tasks.list().filter(({ type }) => type === 'workflow');
    const output = readFileSync(task?.outputPath ?? '', 'utf8');
    expect(output).toContain('## One');
    expect(output).toContain('starting {"a":1}');
    expect(output).toMatch(/the second \(a[0-9a-f]+\) completed\./);
  });

  it('an answer fits its schema after at most five reminders, else it is null', async () => {
    const schema = 'const schema = {type: "object", properties: {n: {type: "integer"}}, required: ["n"]};';
    const { work, server } = await openTestSession({
      MAIN: MAIN(launch(`${schema} return [await agent("AAA", {schema}), await agent("BBB", {schema})]`)),
      AAA: [
        { content: [call('StructuredOutput', { n: 'x' })] },
        { content: [call('StructuredOutput', { n: 7 })] },
        says('done'),
      ],
      BBB: Array.from({ length: 30 }, () => says('I will not.')),
    });
    await work('go');
    expect(report(bodies(server))).toContain(
      'It started 2 agents. agent() returned null for: test 2 failed: ',
    );
    expect(report(bodies(server))).toMatch(/\\"n\\": 7\\n {2}\},\\n {2}null/);
    expect(
      bodies(server).filter((body) => body.includes('BBB') && !body.includes('"Workflow"')).length,
    ).toBeLessThan(10);
  });

  it('calls of its agents pass the same gate', async () => {
    const { work, server, cwd } = await openTestSession(
      {
        MAIN: MAIN(launch('return await agent("AAA")')),
        AAA: [{ content: [call('Write', { file_path: 'no.txt', content: 'x' })] }, says('tried')],
      },
      { answer: ({ toolName }) => (toolName === 'Workflow' ? { behavior: 'allow' } : { behavior: 'deny' }) },
    );
    await work('go');
    expect(() => readFileSync(join(cwd, 'no.txt'))).toThrow();
    expect(bodies(server).some((body) => body.includes('declined') || body.includes('denied'))).toBe(true);
  });

  it('each agent that it opens is a call of the Agent tool to hooks and rules', async () => {
    const hook = (when: string, text: string): object => ({
      hooks: [{ type: 'command', if: when, command: `echo '${text}'` }],
    });
    const deny = JSON.stringify({
      hookSpecificOutput: {
        ...{
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'Not this one.',
        },
      },
    });
    const changed = JSON.stringify({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { description: 'x', prompt: 'BBB', run_in_background: false },
      },
    });
    const settings = {
      permissions: { deny: ['Agent(Plan)'] },
      hooks: {
        PreToolUse: [
          { matcher: 'Agent', ...hook('Agent(Explore)', deny) },
          { matcher: 'Agent', ...hook('Agent(general-purpose)', changed) },
        ],
      },
    };
    const body = `
      const why = async (agentType) => { try { return await agent("AAA", {agentType}) } catch (error) { return error.message } }
      return [await why("Explore"), await why("Plan"), await agent("AAA")]`;
    const { work, server } = await openTestSession(
      { MAIN: MAIN(launch(body)), BBB: [says('changed')] },
      { parts: { settings: { files: [JSON.stringify(settings)] } } },
    );
    await work('go');
    const all = report(bodies(server));
    expect(all).toContain('Not this one.');
    expect(all).toMatch(/Plan/);
    expect(all).toMatch(/changed/);
    expect(bodies(server).some((sent) => sent.includes('"AAA"'))).toBe(false);
  });

  it.each([
    ['await import("node:fs")', /failed/],
    ['return agent("x", {scheme: 1})', /there is no option scheme/],
    ['return agent("x", {agentType: "nobody"})', /There is no agent type/],
    ['const a = null; return a.b', /workflow\.js:2/],
    ['await new Promise(() => {})', /waits for a promise that never settles/],
    ['const all = []; for (;;) all.push({})', /64 MiB/],
  ])('says why it failed: %s', async (body, reason) => {
    const { work, server } = await openTestSession({ MAIN: MAIN(launch(body)) });
    await work('go');
    const all = report(bodies(server));
    expect(all).toMatch(reason);
    expect(all).toMatch(/resumeFromRunId: wf_[0-9a-f]{16}/);
  });

  it.each([
    [{ script: 'return 1' }, /needs a header/],
    [{ name: 'nothing' }, /There is no saved workflow/],
    [{ scriptPath: 'missing.js' }, /there is no such file/],
    [{}, /Pass script, name or scriptPath/],
    [{ script: head(), resumeFromRunId: 'wf_../../x' }, /has no workflow run/],
  ])('bad input is refused before anything runs: %j', async (input, message) => {
    const { work } = await openTestSession({ MAIN: MAIN({ content: [call('Workflow', input)] }) });
    expect((await work('go')).texts[0]).toMatch(message);
  });

  it('a run that is resumed opens no agent again whose answer is known, until a prompt differs', async () => {
    const body = (last: string) =>
      `const random = Math.random(); const at = Date.now();
       const two = await parallel([() => agent("AAA"), () => agent("BBB")]);
       return [...two, await agent("${last}"), random, at, new Date().getTime() >= at];`;
    const { work, server } = await openTestSession({
      MAIN: [
        launch(body('CCC')),
        says('Waiting.'),
        says('Ok.'),
        (request) => {
          const run = /resumeFromRunId: (wf_[0-9a-f]+)/.exec(JSON.stringify(request.body))?.[1] ?? '';
          return launch(body('DDD'), { resumeFromRunId: run });
        },
        says('Waiting.'),
        says('Ok.'),
      ],
      AAA: [says('a')],
      BBB: [says('b')],
      CCC: [says('c')],
      DDD: [says('d')],
    });
    await work('go');
    await work('again');
    const all = bodies(server);
    const opened = (name: string): number =>
      all.filter((each) => each.includes(`"${name}\\n`) || each.includes(`\\n${name}`)).length;
    expect(['AAA', 'BBB', 'CCC', 'DDD'].map(opened)).toEqual([1, 1, 1, 1]);
    const last = report(all);
    expect(last).toContain('2 results came from the earlier run.');
    const randoms = [...last.matchAll(/(0\.\d{6,})/g)].map(([text]) => text);
    expect(new Set(randoms).size).toBe(1);
    expect(randoms.length).toBeGreaterThan(1);
  });

  it('TaskStop ends the script and its agents', async () => {
    const { work, server, agent } = await openTestSession({
      MAIN: [
        launch('return parallel([1, 2, 3].map((n) => () => agent("AAA " + n)))'),
        (request) => {
          const id = /in the background as (w[0-9a-f]+)/.exec(JSON.stringify(request.body))?.[1] ?? '';
          return { content: [call('TaskStop', { task_id: id })] };
        },
        says('Stopped.'),
      ],
      AAA: Array.from({ length: 3 }, () => ({ content: [createGate().pause] })),
    });
    await work('go');
    expect(agent.parts.tasks.list().map(({ status }) => status.status)).not.toContain('running');
    expect(report(bodies(server))).toContain('stopped');
  });

  it('saved ones run by name; those behind links, and of projects that are not trusted, do not', async () => {
    const [cwd, home] = [scratch(), scratch()];
    const [own, project] = [join(home, '.claude/workflows'), join(cwd, '.sluice/workflows')];
    for (const directory of [own, project]) mkdirSync(directory, { recursive: true });
    writeFileSync(join(own, 'mine.js'), `${head('mine')}return "SAVED " + args`);
    writeFileSync(join(project, 'theirs.js'), `${head('theirs')}return 1`);
    symlinkSync(join(own, 'mine.js'), join(own, 'linked.js'));
    const names = ['linked', 'theirs', 'mine'];
    const { work, server } = await openTestSession(
      {
        MAIN: [
          { content: names.map((name) => call('Workflow', { name, args: 'ARG' })) },
          says('Waiting.'),
          says('Ok.'),
        ],
      },
      { parts: { cwd }, env: { HOME: home } },
    );
    expect((await work('go')).texts).toEqual([
      expect.stringContaining('There is no saved workflow "linked". There are: mine.'),
      expect.stringContaining('There is no saved workflow "theirs"'),
      expect.stringContaining('The workflow mine runs in the background'),
    ]);
    expect(report(bodies(server))).toContain('SAVED ARG');
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { connectToProgram, ERAS } from './support/connect.ts';
import { isAlive, linesOfFile, until } from './support/until.ts';

/** A tree of two that writes its process ids and then does nothing for long; one of them leaves its session. */
const TREE = 'setsid sh -c "echo \\$\\$ >> pids; exec sleep 1000" & echo $$ >> pids; wait';
/** What shorter texts and lists may not fit. */
const LENGTHS = /"(?:minItems|pattern|patternProperties|format|contains|prefixItems|uniqueItems)":/;
const ALLOWED = ['--permission-mode', 'bypassPermissions'];

function call(client: Client, name: string, args: Record<string, unknown>, signal?: AbortSignal) {
  return client.callTool({ name, arguments: args }, { signal });
}

function textOf({ content }: Awaited<ReturnType<typeof call>>): string {
  return content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n');
}

describe.each(ERAS)('a client of the %s era', (era) => {
  it('sees the tools, calls them, and gets what they produced in both views', async () => {
    const { client, directory } = await connectToProgram(['--tools', 'Read,Write,Bash', ...ALLOWED], { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['Bash', 'Read', 'Write']);
    expect(tools.map(({ annotations }) => annotations)).toEqual([
      {},
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      // Whether it destroys depends on whether the file is there.
      { readOnlyHint: false, idempotentHint: true },
    ]);
    // The client checks structured content against the schemas of the list.
    const path = join(directory, 'a.txt');
    const wrote = await call(client, 'Write', { file_path: path, content: 'one\ntwo\n' });
    expect(wrote).toMatchObject({ structuredContent: { type: 'create', filePath: path } });
    const read = await call(client, 'Read', { file_path: path });
    expect(read).toMatchObject({ structuredContent: { type: 'text', file: { numLines: 2 } } });
    const ran = await call(client, 'Bash', { command: 'cat a.txt; exit 3' });
    expect(ran.isError).toBe(true);
    expect(textOf(ran)).toContain('one\ntwo');
    await expect(call(client, 'Edit', {})).rejects.toThrow('Unknown tool "Edit"');
  });

  it('is not offered the tools of an own session, nor told of them', async () => {
    const { client } = await connectToProgram(ALLOWED, { era });
    const { tools } = await client.listTools();
    const own = ['EnterPlanMode', 'ExitPlanMode', 'ToolSearch', 'UseTool'];
    expect(tools.map(({ name }) => name).filter((name) => own.includes(name))).toEqual([]);
    for (const name of own) await expect(call(client, name, {})).rejects.toThrow(/Unknown tool "\w+"\.$/);
    await expect(call(client, 'Reed', {})).rejects.toThrow('Did you mean Read');
  });

  it('is asked with a form, and each answer does what it says', async () => {
    const forms: string[] = [];
    const answers: ElicitResult[] = [
      { action: 'accept', content: { decision: 'once' } },
      { action: 'accept', content: { decision: 'deny' } },
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { decision: 'perhaps' } },
      { action: 'accept', content: { decision: 'always' } },
    ];
    const { client, directory } = await connectToProgram([], {
      era,
      onForm(params) {
        forms.push(JSON.stringify(params));
        return answers.shift() ?? { action: 'cancel' };
      },
    });
    const make = async (name: string): Promise<boolean> => {
      await call(client, 'Bash', { command: `mkdir ${name}` });
      return existsSync(join(directory, name));
    };
    const made: boolean[] = [];
    for (const name of ['once', 'denied', 'declined', 'cancelled', 'invalid', 'always'])
      made.push(await make(name));
    expect(made).toEqual([true, false, false, false, false, true]);
    expect(forms).toHaveLength(6);
    await make('always');
    expect(forms).toHaveLength(6);
    expect(forms[0]).toContain('mkdir once');
    expect(forms[0]).toContain('Bash(mkdir once)');
  });

  it('is asked the questions of a tool with one form', async () => {
    const forms: unknown[] = [];
    const answers: ElicitResult[] = [
      { action: 'accept', content: { q1: 'SQLite', q2: ['Dark', 'Wide'], q2_other: 'round' } },
      { action: 'decline' },
      { action: 'accept', content: {} },
    ];
    const { client } = await connectToProgram(['--tools', 'AskUserQuestion'], {
      era,
      onForm(params) {
        forms.push(params);
        return answers.shift() ?? { action: 'cancel' };
      },
    });
    const option = (label: string) => ({ label, description: `It is ${label}.` });
    const questions = [
      {
        question: 'Which database?',
        header: 'DB',
        options: ['SQLite', 'Redis'].map(option),
        multiSelect: false,
      },
      { question: 'Which look?', header: 'Look', options: ['Dark', 'Wide'].map(option), multiSelect: true },
    ];
    const ask = () => call(client, 'AskUserQuestion', { questions });
    const said = textOf(await ask());
    expect(said).toContain('Question: Which database?\nAnswer: SQLite\n');
    expect(said).toContain('Question: Which look?\nAnswer: Dark, Wide, round');
    expect(forms[0]).toMatchObject({
      requestedSchema: {
        properties: {
          q1: {
            type: 'string',
            title: 'Which database?',
            description: 'SQLite: It is SQLite.\nRedis: It is Redis.',
            enum: ['SQLite', 'Redis'],
          },
          q1_other: { type: 'string' },
          q2: { type: 'array', items: { type: 'string', enum: ['Dark', 'Wide'] } },
        },
      },
    });
    expect([(await ask()).isError, (await ask()).isError]).toEqual([true, true]);
  });

  it('that has no forms is denied, and told the rule that would allow the call', async () => {
    const { client, directory } = await connectToProgram([], { era });
    const denied = await call(client, 'Bash', { command: 'mkdir made' });
    expect(denied.isError).toBe(true);
    expect(textOf(denied)).toContain('The rule that would allow it: Bash(mkdir made)');
    expect(existsSync(join(directory, 'made'))).toBe(false);
  });

  it('cancels a call: its process tree ends, and the next call runs', async () => {
    const { client, directory } = await connectToProgram(ALLOWED, { era });
    const cancel = new AbortController();
    const running = call(client, 'Bash', { command: TREE }, cancel.signal);
    const pids = (await linesOfFile(join(directory, 'pids'), 2)).map(Number);
    cancel.abort();
    await expect(running).rejects.toThrow();
    await until(() => (pids.some(isAlive) ? undefined : true));
    expect(textOf(await call(client, 'Bash', { command: 'echo next' }))).toBe('next');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('gets an answer to a running call at %s', async (signal) => {
    const { client, pid, directory } = await connectToProgram(ALLOWED, { era });
    const running = call(client, 'Bash', { command: TREE });
    const pids = (await linesOfFile(join(directory, 'pids'), 2)).map(Number);
    process.kill(pid, signal);
    const answer = await running;
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain('the program is shutting down');
    await until(() => (pids.some(isAlive) ? undefined : true));
  });

  it.each(['disconnects', 'kills the server'])('%s: no process of its calls is left', async (how) => {
    const { client, directory, pid } = await connectToProgram(ALLOWED, { era });
    const running = call(client, 'Bash', { command: TREE }).catch(() => 'ended');
    const pids = (await linesOfFile(join(directory, 'pids'), 2)).map(Number);
    if (how === 'disconnects') await client.close();
    else process.kill(pid, 'SIGKILL');
    expect(await running).toBe('ended');
    await until(() => ([...pids, pid].some(isAlive) ? undefined : true));
  });

  it('hears of progress, and reads a long result as a resource', async () => {
    const { client, directory } = await connectToProgram(ALLOWED, { era });
    const file = join(directory, 'long.txt');
    writeFileSync(file, 'x'.repeat(79).concat('\n').repeat(2000));
    // The command ends once progress has come.
    const command = 'cat long.txt; until [ -e heard ]; do sleep 0.05; done';
    const result = await client.callTool(
      { name: 'Bash', arguments: { command } },
      { onprogress: () => writeFileSync(join(directory, 'heard'), '') },
    );
    const link = result.content.find((block) => block.type === 'resource_link');
    expect(link?.uri).toMatch(/^sluice:\/\/results\//);
    const { contents } = await client.readResource({ uri: link?.uri ?? '' });
    expect(contents).toMatchObject([{ text: readFileSync(file, 'utf8') }]);
    await expect(client.readResource({ uri: 'sluice://results/other' })).rejects.toThrow();
  });

  it('gets no more of a long structure than of a long text, and it still fits its schema', async () => {
    const { client, directory } = await connectToProgram(ALLOWED, { era });
    // Its check of structured content needs the list.
    const { tools } = await client.listTools();
    for (const { outputSchema } of tools) expect(LENGTHS.exec(JSON.stringify(outputSchema) ?? '')).toBeNull();
    const file = join(directory, 'long.txt');
    writeFileSync(file, 'some words of a line\n'.repeat(12_000));
    const search = { pattern: 'words', output_mode: 'content', head_limit: 0 };
    const found = await call(client, 'Grep', search);
    expect(JSON.stringify(found.structuredContent).length).toBeLessThanOrEqual(50_000);
    const lines = expect.stringMatching(/^long\.txt:1:some words .*… \[\d+ more characters\]$/s);
    expect(found).toMatchObject({ structuredContent: { mode: 'content', content: lines } });
    expect(textOf(found)).toMatch(/The structured content of Grep has \d+ characters and was shortened\./);
    const link = found.content.find(
      (block) => block.type === 'resource_link' && block.name === 'Grep structured content',
    );
    const { contents } = await client.readResource({ uri: link?.type === 'resource_link' ? link.uri : '' });
    expect(JSON.stringify(contents)).toContain('long.txt:12000:');
    // Its text is short, and its structure would hold the whole file.
    const path = join(directory, 'new.txt');
    const written = await call(client, 'Write', { file_path: path, content: 'more words\n'.repeat(20_000) });
    expect(written).toMatchObject({ structuredContent: { type: 'create', filePath: path } });
    expect(JSON.stringify(written).length).toBeLessThan(60_000);
  });
});

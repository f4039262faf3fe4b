import { expect, it, onTestFinished } from 'vitest';
import { createLocalRuntime, type HandlerRunners } from '../../sluice/src/index.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const PROMPT = { type: 'prompt', prompt: 'Is it safe? $ARGUMENTS' };
const SETTINGS = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Glob', hooks: [PROMPT] }] } });

async function glob(hookRunners?: HandlerRunners) {
  const runtime = await createLocalRuntime({
    cwd: scratch(),
    settings: { sources: [], files: [SETTINGS] },
    ...(hookRunners !== undefined && { hookRunners }),
  });
  onTestFinished(async () => void (await runtime.dispose()));
  let code: string | undefined;
  for await (const event of runtime.run([{ id: 'c', name: 'Glob', input: { pattern: '*' } }])) {
    if (event.type === 'tool-result') ({ code } = event.outcome);
  }
  return { code, notices: runtime.notices.filter((text) => text.includes("can't run yet")) };
}

it('a program may run the hooks that ask a model', async () => {
  const asked: string[] = [];
  const ran = await glob({
    async prompt({ prompt }) {
      asked.push(prompt);
      return { ok: false, reason: 'not that' };
    },
  });
  expect(ran).toEqual({ code: 'blocked-by-hook', notices: [] });
  expect(asked).toEqual([expect.stringContaining('"pattern":"*"')]);
});

it('without that each call that such a hook guards is asked about, and the start says so', async () => {
  expect(await glob()).toEqual({ code: 'denied', notices: [expect.stringContaining('"prompt"')] });
});

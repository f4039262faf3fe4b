import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

const NODE = `'${process.execPath}'`;
const hook = (command: string): object => [{ hooks: [{ type: 'command', command }] }];
const prints = (event: string, fields: object): string =>
  `printf '%s' '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })}'`;

function settings(home: string, hooks: object): void {
  mkdirSync(join(home, '.claude'), { recursive: true });
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ hooks }));
}

it('hooks refuse and confirm a change of the model, and tell the next one', async () => {
  const server = await serverFor([words('hello')]);
  const judge = `if grep -q haiku; then ${prints('PreModelSwitch', { permissionDecision: 'deny', permissionDecisionReason: 'too small' })}; else ${prints('PreModelSwitch', { permissionDecision: 'ask', permissionDecisionReason: 'dear' })}; fi`;
  const scene = await Scene.open({
    server,
    prepare: ({ home }) =>
      settings(home, {
        PreModelSwitch: hook(judge),
        PostModelSwitch: hook(
          `cat > ~/switched; ${prints('PostModelSwitch', { additionalContext: 'the model is new' })}`,
        ),
      }),
  });
  scene.say('/model haiku');
  await scene.logs(/! A hook keeps the model claude-sonnet-4-5: too small/);
  scene.say('/model opus');
  await scene.shows(
    /Change the model to claude-opus-5-5\? dear[^]*digits answer|Change the model to anthropic\/claude-opus-5-5\? dear[^]*digits answer/,
  );
  scene.press('3');
  await scene.logs(/! The model is still claude-sonnet-4-5: a hook requires a person to confirm/);
  scene.say('/model opus');
  await scene.shows(/❯ 1 Yes[^]*digits answer/);
  scene.press('1');
  await scene.logs(/^The model is now .*claude-opus-5-5\.$/m);
  scene.say('hi');
  await scene.logs(/^hello$/m);
  await scene.leave();
  const told: unknown = JSON.parse(readFileSync(join(scene.place.home, 'switched'), 'utf8'));
  expect(isJsonObject(told) && [told['source'], told['requested_model']]).toEqual(['command', 'opus']);
  expect(JSON.stringify(server.requests[0]?.body)).toContain('the model is new');
});

it('a hook changes what the screen shows, and not what the model has said', async () => {
  const server = await serverFor([
    { content: [{ type: 'text', text: ['The secret ', 'is blue\nand the', ' rest is plain\nlast secret'] }] },
    words('second'),
  ]);
  const redacts = `${NODE} -e 'const i = JSON.parse(require("fs").readFileSync(0));
require("fs").appendFileSync(process.env.HOME + "/shown", JSON.stringify([i.index, i.final, i.delta]) + "\\n");
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "MessageDisplay", displayContent: i.delta.replaceAll("secret", "[redacted]") } }))'`;
  const scene = await Scene.open({
    server,
    prepare: ({ home }) => settings(home, { MessageDisplay: hook(redacts) }),
  });
  scene.say('go');
  const history = await scene.logs(/^last \[redacted\]\n[^]*\/help/m);
  expect(history).toMatch(/^The \[redacted\] is blue\nand the rest is plain\nlast \[redacted\]$/m);
  expect(history).not.toContain('secret is');
  scene.say('again');
  await scene.logs(/^second$/m);
  await scene.leave();
  expect(JSON.stringify(server.requests[1]?.body)).toContain('The secret is blue');
  const shown = readFileSync(join(scene.place.home, 'shown'), 'utf8').trim().split('\n');
  expect(shown.slice(-2).map((line): unknown => JSON.parse(line))).toEqual([
    [expect.any(Number), true, 'last secret'],
    [0, true, 'second'],
  ]);
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { makeWorld } from '../support/world.ts';

const context = (text: string): string =>
  JSON.stringify({
    systemMessage: 'for the person',
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', additionalContext: text },
  });

describe('what a hook in the background says comes later', () => {
  const ROWS: [title: string, handler: JsonObject, delivered: RegExp[], told: RegExp[]][] = [
    [
      'context and a word for the person',
      { command: `echo '${context('late')}'`, async: true },
      [/^late$/],
      [/: for the person$/],
    ],
    [
      'after it has let the call go',
      { command: `echo '{"async":true}'; echo '${context('late')}'` },
      [/^late$/],
      [/: for the person$/],
    ],
    [
      'after it has let the call go, and gone on for a while',
      { command: `echo '{"async":true}'; sleep 0.5; echo '${context('late')}'` },
      [/^late$/],
      [/: for the person$/],
    ],
    ['nothing', { command: 'true', async: true }, [], []],
    [
      'exit code 2 that is to wake',
      { command: 'echo look out >&2; exit 2', asyncRewake: true },
      [/^The background hook "echo look out.*" says: look out$/],
      [],
    ],
    [
      'exit code 2 that is to wake, on standard output',
      { command: 'echo look out; exit 2', asyncRewake: true },
      [/says: look out$/],
      [],
    ],
    ['exit code 2 that is to wake nobody', { command: 'echo look out >&2; exit 2', async: true }, [], []],
    ['exit code 0 of one that might wake', { command: 'echo all well', asyncRewake: true }, [], []],
    ['a failure', { command: 'echo oops >&2; exit 1', async: true }, [], [/exited with code 1: oops$/]],
    [
      'no end in the time that it has asked for when it let the call go',
      { command: `echo '{"async":true,"asyncTimeout":200}'; sleep 60` },
      [],
      [/did not end within 0.2 s and was ended$/],
    ],
    [
      'an end in that time',
      { command: `echo '{"async":true,"asyncTimeout":60000}'; sleep 0.3; echo '${context('late')}'` },
      [/^late$/],
      [/: for the person$/],
    ],
    ['no end in time', { command: 'sleep 60', async: true, timeout: 0.1 }, [], [/did not end within 0.1 s/]],
  ];
  it.each(ROWS)('%s', async (_, handler, delivered, told) => {
    const world = makeWorld();
    world.write('home/.sluice/settings.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...handler }] }] },
    });
    const texts: string[] = [];
    const said: string[] = [];
    const background: Promise<void>[] = [];
    const { outcome } = await world.call({
      sessionContext: {
        deliver: (text) => void texts.push(text),
        tell: (text) => void said.push(text),
        onBackground: (work) => void background.push(work),
      },
    });
    // It decides nothing any more.
    expect(outcome).toEqual({ code: 'ok' });
    await Promise.all(background);
    expect(texts).toEqual(delivered.map((each) => expect.stringMatching(each)));
    expect(said).toEqual(told.map((each) => expect.stringMatching(each)));
  });
});

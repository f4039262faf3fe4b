import { describe, expect, it } from 'vitest';
import type { DispatchedEvent } from '../../src/index.ts';
import { makeWorld } from '../support/world.ts';

const COMMAND = { type: 'command', command: 'true' };
const HTTP = { type: 'http', url: 'http://localhost' };
const TOOL = { type: 'mcp_tool', server: 's', tool: 't' };
const PROMPT = { type: 'prompt', prompt: 'p' };
const AGENT = { type: 'agent', prompt: 'p' };

describe('how long a hook may take that does not say', () => {
  const rows: [event: DispatchedEvent, handler: object, seconds: number][] = [
    ['Stop', COMMAND, 600],
    ['Stop', HTTP, 600],
    ['Stop', TOOL, 600],
    ['Stop', PROMPT, 30],
    ['Stop', AGENT, 60],
    ['UserPromptSubmit', COMMAND, 30],
    ['UserPromptSubmit', HTTP, 30],
    ['UserPromptSubmit', AGENT, 30],
    ['MessageDisplay', COMMAND, 10],
    ['SessionEnd', COMMAND, 1.5],
    ['SessionStart', COMMAND, 600],
    ['UserPromptSubmit', { ...COMMAND, timeout: 90 }, 90],
    ['SessionEnd', { ...COMMAND, timeout: 4 }, 4],
    ['Stop', { ...PROMPT, timeout: 45 }, 45],
  ];
  it.each(rows)('at %s, %j: %d s', (event, handler, seconds) => {
    const world = makeWorld();
    world.write('home/.sluice/settings.json', { hooks: { [event]: [{ hooks: [handler] }] } });
    expect(world.load().dispatcher.longestTimeout(event)).toBe(seconds * 1000);
  });
});

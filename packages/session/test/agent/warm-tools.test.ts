import { defineTool, type AnyTool } from '@sluice/core';
import type { AgentEvent } from '@sluice/agent';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { warmTools } from '../../src/agent/warm-tools.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const loaded: string[] = [];
  const tool = (name: string, isDeferred: boolean): AnyTool =>
    defineTool({
      name,
      description: 'Does nothing.',
      isDeferred,
      inputSchema: z.object({}),
      async load() {
        loaded.push(name);
        await Promise.reject(new Error('no'));
      },
      call: async () => ({ data: '' }),
    });
  const tools = [tool('Listed', false), tool('Late', true), tool('Other', false)];
  return { loaded, ...warmTools({ tools, find: (name) => tools.find((one) => one.name === name) }) };
}

const modelEvent = (event: object): AgentEvent => ({ type: 'model', messageId: 'm', event }) as AgentEvent;

it('loads what is listed while the model thinks, once', () => {
  const { loaded, asks } = setUp();
  asks();
  vi.advanceTimersByTime(99);
  expect(loaded).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(loaded).toEqual(['Listed', 'Other']);
  asks();
  vi.advanceTimersByTime(100);
  expect(loaded).toHaveLength(2);
});

it('loads nothing for a model that answers with a text at once, and one tool for a call', () => {
  const { loaded, asks, hears } = setUp();
  asks();
  hears(modelEvent({ type: 'block-start', index: 0, block: { type: 'text', text: '' } }));
  vi.advanceTimersByTime(100);
  expect(loaded).toEqual([]);
  for (const name of ['Late', 'Unknown'])
    hears(
      modelEvent({ type: 'block-start', index: 1, block: { type: 'tool_use', id: 'a', name, input: {} } }),
    );
  expect(loaded).toEqual(['Late']);
});

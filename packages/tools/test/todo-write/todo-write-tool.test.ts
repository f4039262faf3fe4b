import { expect, it } from 'vitest';
import { createTodoWriteTool } from '../../src/todo-write/todo-write-tool.ts';
import { testContext } from '../ripgrep/context.ts';

const context = testContext('/d');
const step = (content: string, status: 'pending' | 'in_progress' | 'completed') => ({
  content,
  status,
  activeForm: `${content} now`,
});

it('keeps the list, and gives the one before', async () => {
  const tool = createTodoWriteTool();
  const first = [step('a', 'in_progress'), step('b', 'pending')];
  const second = [step('a', 'completed'), step('b', 'in_progress')];
  expect(await tool.call({ todos: first }, context)).toEqual({ data: { oldTodos: [], newTodos: first } });
  const result = await tool.call({ todos: second }, context);
  expect(result).toEqual({ data: { oldTodos: first, newTodos: second } });
  const data = { oldTodos: first, newTodos: second };
  expect(tool.toModel?.(data, { todos: second })).toBe('List saved: 1 of 2 steps completed. In progress: b.');
  expect(tool.render?.(data, { todos: second })).toBe('[x] a\n[~] b now');
});

it('keeps a list for each agent', async () => {
  const tool = createTodoWriteTool();
  const mine = [step('mine', 'in_progress')];
  const ofChild = { ...context, agent: { id: 'child', type: 'Explore' } };
  await tool.call({ todos: mine }, context);
  expect(await tool.call({ todos: [step('its', 'pending')] }, ofChild)).toMatchObject({
    data: { oldTodos: [] },
  });
  expect(await tool.call({ todos: [] }, context)).toEqual({ data: { oldTodos: mine, newTodos: [] } });
  expect(await tool.call({ todos: [] }, ofChild)).toMatchObject({
    data: { oldTodos: [step('its', 'pending')] },
  });
});

it('takes the older fields of steps, and keeps nothing of them', async () => {
  const tool = createTodoWriteTool();
  const old = [{ ...step('a', 'pending'), id: '1', priority: 'high' }];
  expect(await tool.call({ todos: old }, context)).toEqual({
    data: { oldTodos: [], newTodos: [step('a', 'pending')] },
  });
});

it('says when two steps are in progress, and when none are left', () => {
  const tool = createTodoWriteTool();
  const two = [step('a', 'in_progress'), step('b', 'in_progress')];
  expect(tool.toModel?.({ oldTodos: [], newTodos: two }, { todos: two })).toMatch(/Only one step/);
  expect(tool.toModel?.({ oldTodos: two, newTodos: [] }, { todos: [] })).toBe('The list is now empty.');
});

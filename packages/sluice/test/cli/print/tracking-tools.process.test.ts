import { isJsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { words } from './support/answers.ts';
import { printPlace, runPrint, STREAM } from './support/print.ts';

const TODO = ['TodoWrite'];
const TASKS = ['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'];
const FAMILIES = new Set([...TODO, ...TASKS]);
const OFFERED = 'CLAUDE_CODE_ENABLE_TODO_TOOLS';
const WANTED = 'CLAUDE_CODE_ENABLE_TASKS';
const TEAMS = 'CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS';

interface Choice {
  readonly env: Readonly<Record<string, string>>;
  /** In the pool, deferred or not. */
  readonly pool: readonly string[];
  /** In the first request, and not only to be found. */
  readonly listed: readonly string[];
}

test.each<Choice>([
  { env: {}, pool: TASKS, listed: [] },
  { env: { [OFFERED]: 'maybe' }, pool: TASKS, listed: [] },
  { env: { [OFFERED]: '1' }, pool: TASKS, listed: TASKS },
  { env: { [OFFERED]: '1', [WANTED]: '0' }, pool: TODO, listed: TODO },
  { env: { [OFFERED]: '0' }, pool: [], listed: [] },
  { env: { [OFFERED]: '0', [WANTED]: '1' }, pool: [], listed: [] },
  { env: { [OFFERED]: 'false', [WANTED]: '0' }, pool: [], listed: [] },
  { env: { [OFFERED]: '0', [TEAMS]: '1' }, pool: TASKS, listed: TASKS },
])('variables choose one family of tools for longer work, or none: $env', async ({ env, pool, listed }) => {
  await using server = await startModelServer([words('Done.')]);
  const place = printPlace(server);
  const all = { ...place.env, ENABLE_TOOL_SEARCH: 'true', ...env };
  const { stdout, status } = await runPrint({ ...place, env: all }, 'go', ...STREAM);
  expect(status).toBe(0);
  const family = (names: unknown): readonly unknown[] =>
    Array.isArray(names) ? names.filter((name) => FAMILIES.has(name)).toSorted() : [];
  expect(family(parseLines(stdout)[0]?.['tools'])).toEqual(pool);
  const body = server.requests[0]?.body;
  const tools = isJsonObject(body) && Array.isArray(body['tools']) ? body['tools'].filter(isJsonObject) : [];
  const shown = tools.filter(({ defer_loading: isDeferred }) => isDeferred !== true);
  expect(shown.length).toBeGreaterThan(3);
  expect(family(shown.map(({ name }) => name))).toEqual(listed);
});

import { expect, it } from 'vitest';
import { selectTools } from '../../../src/pool/search/select-tools.ts';

const NAMES = ['Read', 'mcp__a__get', 'mcp__a__list', 'mcp__b__list', 'mcp__b__Get_Me', 'constructor'];

it.each([
  ['exact', ['mcp__a__get'], ['mcp__a__get'], []],
  ['in another case', ['MCP__A__GET', 'read'], ['mcp__a__get', 'Read'], []],
  ['without the server, if only one has it', ['get', 'get_me'], ['mcp__a__get', 'mcp__b__Get_Me'], []],
  ['not, if several have it', ['list'], [], [['list', ['mcp__a__list', 'mcp__b__list']]]],
  ['not, if none has it', ['nobody'], [], [['nobody', []]]],
  ['once, however often it is named', ['get', ' mcp__a__get ', ''], ['mcp__a__get'], []],
  ['own properties only', ['toString', 'constructor'], ['constructor'], [['toString', []]]],
] as const)('selects %s', (_why, wanted, found, missing) => {
  expect(selectTools(wanted, NAMES)).toEqual({
    found,
    missing: missing.map(([name, candidates]) => ({ name, candidates })),
  });
});

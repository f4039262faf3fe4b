import { assemblePool, createInputValidator, defineTool, type AnyTool, type JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { createAjvValidator } from '../../../host/src/index.ts';
import { fitsPromise, promisedOutput, structureIn } from '../../src/server/promised-output.ts';
import { toolList } from '../../src/server/tool-list.ts';

const validator = createInputValidator(createAjvValidator());
const COUNT = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] };

function tool(annotations: JsonObject, outputSchema?: JsonObject): AnyTool {
  return defineTool({
    name: 'count',
    description: 'Counts.',
    inputSchema: { type: 'object', properties: {} },
    ...(outputSchema !== undefined && { outputSchema }),
    claims: () => [],
    call: async () => ({ data: {} }),
    annotations,
  });
}

const foreign = (schema: JsonObject | undefined): AnyTool =>
  tool({ mcpServer: 's', mcpTool: 'count', ...(schema !== undefined && { mcpOutputSchema: schema }) });

it.each([
  ["a server's tool promises what its server lists", foreign(COUNT), COUNT],
  ['a schema that can not be compiled is not a promise', foreign({ type: 'object', required: 7 }), undefined],
  ["a server's tool without a schema promises nothing", foreign(undefined), undefined],
  ['a schema of something else than an object is not a promise', foreign({ type: 'array' }), undefined],
  ['nor is one of an object or nothing', foreign({ type: ['object', 'null'] }), undefined],
  [
    'a schema without a type is one of an object',
    foreign({ required: ['count'] }),
    { type: 'object', required: ['count'] },
  ],
  ['our own tool promises its schema', tool({}, COUNT), COUNT],
  ['our own tool promises nothing but an object', tool({}, { type: 'string' }), undefined],
])('%s', async (_title, given, promised) => {
  expect(await promisedOutput(given, validator)).toEqual(promised);
  const [listed] = await toolList(
    { pool: assemblePool({ builtIn: [given] }), offers: () => true },
    validator,
  );
  expect(listed).toMatchObject({ name: 'count' });
  expect(listed?.outputSchema).toEqual(promised);
});

it.each([
  [
    'of a server, what it sent',
    foreign(COUNT),
    { content: [], structuredContent: { count: 1 } },
    { count: 1 },
  ],
  ['of a server, not the content beside it', foreign(COUNT), { content: [] }, undefined],
  ['of our own tool, its view', tool({}, COUNT), { count: 1 }, { count: 1 }],
  ['of our own tool, no text', tool({}, COUNT), 'one', undefined],
])('the structure is %s', (_title, given, view, structure) => {
  expect(structureIn(given, view)?.value).toEqual(structure);
});

it('nothing is converted to fit a promise, since clients convert nothing', async () => {
  expect(await fitsPromise({ count: 1 }, COUNT, validator)).toBe(true);
  expect(await fitsPromise({ count: '1' }, COUNT, validator)).toBe(false);
});

import { defineTool, fail, type AnyTool, type JsonObject } from '@sluice/core';
import type { ClientAnswer, ClientLink } from '../../../src/server/index.ts';
import { PNG, WAV } from './fixture-media.ts';

type InputRequest = Parameters<ClientLink['ask']>[0];
type FormRequest = Extract<InputRequest, { method: 'elicitation/create' }>;

/** Nothing that one of them does keeps another waiting. */
const FREE = { isReadOnly: true, isConcurrencySafe: true } as const;
const NOTHING = { type: 'object', properties: {} } as const;
const text = (value: string) => ({ type: 'text', text: value });
const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 50));

function mcpTool(name: string, content: readonly JsonObject[]): AnyTool {
  return defineTool({
    name,
    description: `Fixture ${name}.`,
    inputSchema: NOTHING,
    ...FREE,
    annotations: { mcpResult: true },
    call: async () => ({ data: { content } }),
    toModel: () => 'Content for a client.',
  });
}

/** How a fixture tool asks its client. */
interface Asking {
  readonly link: ClientLink;
  ask(name: string, request: InputRequest): Promise<ClientAnswer>;
}

/** The tools that the conformance suites call, as tools of our own pool. */
export function fixtureTools(
  linkOf: (messageId: string) => ClientLink | undefined,
  changeTools: () => void,
): readonly AnyTool[] {
  const asking = (
    name: string,
    work: (asking: Asking, input: JsonObject) => Promise<string | undefined>,
    properties: JsonObject = {},
  ): AnyTool =>
    defineTool({
      name,
      description: `Fixture ${name}.`,
      inputSchema: { type: 'object', properties },
      ...FREE,
      async call(input, { messageId, signal, idle }) {
        const link = linkOf(messageId);
        if (link === undefined) return fail('no-client', 'The call has no client.');
        const ask: Asking['ask'] = (question, request) => idle(link.ask(request, { name: question, signal }));
        const said = await work({ link, ask }, input);
        return said === undefined ? fail('not-answered', 'The client did not answer.') : { data: said };
      },
    });
  return [
    ...plainTools(),
    asking('test_trigger_tool_change', async () => {
      changeTools();
      return 'The tools have changed.';
    }),
    asking('test_tool_with_logging', async ({ link }) => {
      for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        link.log('info', message);
        await pause();
      }
      return 'It has logged.';
    }),
    asking('test_logging_tool', async ({ link }) => {
      link.log('info', 'A message that only those get who asked for it.');
      return 'It has logged.';
    }),
    asking(
      'test_sampling',
      ({ ask }, input) => tell(ask('sample', sampling(JSON.stringify(input['prompt'])))),
      {
        prompt: { type: 'string' },
      },
    ),
    asking(
      'test_elicitation',
      ({ ask }, input) =>
        tell(ask('user', form(JSON.stringify(input['message']), { username: string(), email: string() }))),
      { message: { type: 'string' } },
    ),
    asking('test_elicitation_sep1034_defaults', ({ ask }) => tell(ask('user', form('Defaults', DEFAULTS)))),
    asking('test_elicitation_sep1330_enums', ({ ask }) => tell(ask('user', form('Enums', ENUMS)))),
    asking('test_streaming_elicitation', ({ ask }) => tell(ask('user', form('Stream', { ok: boolean() })))),
    asking('test_missing_capability', ({ ask }) => tell(ask('sample', sampling('Anything')))),
    asking('test_input_required_result_elicitation', ({ ask }) =>
      tell(ask('user_name', form('What is your name?', { name: string() }))),
    ),
    asking('test_input_required_result_sampling', ({ ask }) =>
      tell(ask('capital_question', sampling('What is the capital of France?'))),
    ),
    asking('test_input_required_result_list_roots', ({ ask }) => tell(ask('client_roots', ROOTS))),
    asking('test_input_required_result_request_state', async ({ ask }) => {
      await ask('confirm', form('Please confirm', { ok: boolean() }));
      return 'state-ok';
    }),
    asking('test_input_required_result_tampered_state', ({ ask }) =>
      tell(ask('confirm', form('Please confirm', { ok: boolean() }))),
    ),
    asking('test_input_required_result_multiple_inputs', async ({ ask }) => {
      const answers = await Promise.all([
        ask('user_name', form('What is your name?', { name: string() })),
        ask('greeting', sampling('Generate a greeting')),
        ask('client_roots', ROOTS),
      ]);
      return answers.every(({ ok }) => ok) ? JSON.stringify(answers) : undefined;
    }),
    asking('test_input_required_result_multi_round', async ({ ask }) => {
      await ask('step1', form('Step 1: What is your name?', { name: string() }));
      return tell(ask('step2', form('Step 2: What is your favorite color?', { color: string() })));
    }),
    asking('test_input_required_result_capabilities', ({ link, ask }) =>
      link.capabilities.forms
        ? tell(ask('user_name', form('What is your name?', { name: string() })))
        : tell(ask('greeting', sampling('Generate a greeting'))),
    ),
  ];
}

/** A tool that joins later. */
export function lateTool(name: string): AnyTool {
  return mcpTool(name, [text('late')]);
}

function plainTools(): readonly AnyTool[] {
  const image = { type: 'image', data: PNG, mimeType: 'image/png' };
  const uri = 'test://embedded-resource';
  return [
    defineTool({
      name: 'test_simple_text',
      description: 'Fixture test_simple_text.',
      inputSchema: NOTHING,
      ...FREE,
      call: async () => ({ data: 'This is a simple text response for testing.' }),
    }),
    defineTool({
      name: 'test_image_content',
      description: 'Fixture test_image_content.',
      inputSchema: NOTHING,
      ...FREE,
      call: async () => ({ data: PNG }),
      toModel: (data) => [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
    }),
    mcpTool('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]),
    mcpTool('test_embedded_resource', [
      {
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
      },
    ]),
    mcpTool('test_multiple_content_types', [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ]),
    defineTool({
      name: 'test_error_handling',
      description: 'Fixture test_error_handling.',
      inputSchema: NOTHING,
      ...FREE,
      call: () => Promise.reject(new Error('This tool intentionally returns an error for testing')),
    }),
    defineTool({
      name: 'test_tool_with_progress',
      description: 'Fixture test_tool_with_progress.',
      inputSchema: NOTHING,
      ...FREE,
      async *call() {
        for (const progress of [0, 50, 100]) {
          yield { progress: { progress, total: 100 } };
          await pause();
        }
        yield { data: 'It has made progress.' };
      },
    }),
    defineTool({
      name: 'json_schema_2020_12_tool',
      description: 'Fixture json_schema_2020_12_tool.',
      inputSchema: SCHEMA_2020,
      ...FREE,
      call: async (input) => ({ data: JSON.stringify(input) }),
    }),
  ];
}

async function tell(answer: Promise<ClientAnswer>): Promise<string | undefined> {
  const given = await answer;
  return given.ok ? `The client answered: ${JSON.stringify(given.response)}` : undefined;
}

type Properties = Extract<
  FormRequest['params'],
  { requestedSchema: unknown }
>['requestedSchema']['properties'];

function form(message: string, properties: Properties): FormRequest {
  const requestedSchema = { type: 'object' as const, properties, required: Object.keys(properties) };
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

function sampling(prompt: string): InputRequest {
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens: 100 } };
}

const ROOTS: InputRequest = { method: 'roots/list', params: {} };
const string = () => ({ type: 'string' as const });
const boolean = () => ({ type: 'boolean' as const });

const DEFAULTS: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const ENUMS: Properties = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: titled() },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: { type: 'array', items: { anyOf: titled() } },
};

function titled() {
  return [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Choice ${n}` }));
}

/** As text: an object with a `then` is taken for a promise. */
const SCHEMA_2020: JsonObject = JSON.parse(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
    }
  },
  "properties": {
    "name": { "type": "string" },
    "address": { "$ref": "#/$defs/address" },
    "contactMethod": { "type": "string", "enum": ["phone", "email"] },
    "phone": { "type": "string" },
    "email": { "type": "string" }
  },
  "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
  "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
  "then": { "required": ["phone"] },
  "else": { "required": ["email"] },
  "additionalProperties": false
}`);

import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type GetPromptResult,
  type InputRequiredResult,
  type Server,
} from '@modelcontextprotocol/server';
import { PNG } from './fixture-media.ts';

const user = (content: GetPromptResult['messages'][number]['content']) => ({
  role: 'user' as const,
  content,
});
const text = (value: string) => ({ type: 'text' as const, text: value });

const ARGUMENTS = ['arg1', 'arg2'].map((name) => ({ name, description: name, required: true }));
const PROMPTS = [
  { name: 'test_simple_prompt', description: 'A simple prompt.' },
  { name: 'test_prompt_with_arguments', description: 'With arguments.', arguments: ARGUMENTS },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'With a resource.',
    arguments: [{ name: 'resourceUri', description: 'Its URI.', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'With an image.' },
  { name: 'test_input_required_result_prompt', description: 'Asks first.' },
];

/** Prompts, resources and completions of the conformance suites: what is no tool, and Sluice itself doesn't serve. */
export function addExtras(server: Server): void {
  server.registerCapabilities({ prompts: {}, completions: {}, resources: { subscribe: true } });
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) =>
    promptOf(params.name, params.arguments ?? {}, mcpReq.inputResponses),
  );
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], hasMore: false } }));
  server.setRequestHandler('resources/list', () => ({
    resources: ['test://static-text', 'test://static-binary'].map((uri) => ({ uri, name: uri })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [contentsOf(uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function promptOf(
  name: string,
  given: Readonly<Record<string, string>>,
  responses: Readonly<Record<string, unknown>> | undefined,
): GetPromptResult | InputRequiredResult {
  switch (name) {
    case 'test_simple_prompt':
      return { messages: [user(text('This is a simple prompt for testing.'))] };
    case 'test_prompt_with_arguments': {
      const said = `Prompt with arguments: arg1='${given['arg1']}', arg2='${given['arg2']}'`;
      return { messages: [user(text(said))] };
    }
    case 'test_prompt_with_embedded_resource': {
      const resource = {
        uri: given['resourceUri'] ?? '',
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      };
      const last = text('Please process the embedded resource above.');
      return { messages: [user({ type: 'resource', resource }), user(last)] };
    }
    case 'test_prompt_with_image': {
      const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
      return { messages: [user(image), user(text('Please analyze the image above.'))] };
    }
    case 'test_input_required_result_prompt': {
      if (responses?.['user_context'] !== undefined)
        return { messages: [user(text(JSON.stringify(responses['user_context'])))] };
      const requestedSchema = {
        type: 'object' as const,
        properties: { context: { type: 'string' as const } },
      };
      const params = { mode: 'form' as const, message: 'What context?', requestedSchema };
      return inputRequired({ inputRequests: { user_context: { method: 'elicitation/create', params } } });
    }
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  }
}

function contentsOf(uri: string) {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

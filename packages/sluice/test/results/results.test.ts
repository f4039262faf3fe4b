import type { CallResult } from '@sluice/core';
import { expect, it } from 'vitest';
import {
  toAISDKOutput,
  toAnthropicContent,
  toGooglePart,
  toLangChainContent,
  toMcp,
  toOpenAIOutput,
  toText,
} from '../../src/results/index.ts';

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } } as const;
const PICTURE: Pick<CallResult, 'content' | 'isError'> = {
  content: [{ type: 'text', text: 'here' }, image],
  isError: false,
};
const ERROR: Pick<CallResult, 'content' | 'isError'> = {
  content: [{ type: 'text', text: 'it broke' }],
  isError: true,
};
const TOOL: Pick<CallResult, 'content' | 'isError'> = {
  content: [{ type: 'tool_reference', tool_name: 'Late', description: 'late', input_schema: {} }],
  isError: false,
};
const LATE = 'The tool Late can be called now.';

it.each([
  ['toText', toText, 'here\n(an image, image/png)', 'it broke', LATE],
  [
    'toAISDKOutput',
    toAISDKOutput,
    {
      type: 'content',
      value: [
        { type: 'text', text: 'here' },
        { type: 'file', data: { type: 'data', data: 'aGk=' }, mediaType: 'image/png' },
      ],
    },
    { type: 'error-text', value: 'it broke' },
    { type: 'text', value: LATE },
  ],
  [
    'toAnthropicContent',
    toAnthropicContent,
    [{ type: 'text', text: 'here' }, image],
    [{ type: 'text', text: 'it broke' }],
    [{ type: 'text', text: LATE }],
  ],
  [
    'toOpenAIOutput',
    toOpenAIOutput,
    [
      { type: 'text', text: 'here' },
      { type: 'image', image: { data: 'aGk=', mediaType: 'image/png' } },
    ],
    'it broke',
    LATE,
  ],
  [
    'toLangChainContent',
    toLangChainContent,
    [
      { type: 'text', text: 'here' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
    ],
    'it broke',
    LATE,
  ],
  [
    'toMcp',
    toMcp,
    {
      content: [
        { type: 'text', text: 'here' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ],
      isError: false,
    },
    { content: [{ type: 'text', text: 'it broke' }], isError: true },
    { content: [{ type: 'text', text: LATE }], isError: false },
  ],
  [
    'toGooglePart',
    (result: typeof PICTURE) => toGooglePart({ id: 'c', name: 'Look' }, result),
    {
      functionResponse: {
        ...{ id: 'c', name: 'Look', response: { output: 'here' } },
        parts: [{ inlineData: { data: 'aGk=', mimeType: 'image/png' } }],
      },
    },
    { functionResponse: { id: 'c', name: 'Look', response: { error: 'it broke' } } },
    { functionResponse: { id: 'c', name: 'Look', response: { output: LATE } } },
  ],
])('%s converts images, errors and references to tools', (_name, convert, picture, error, tool) => {
  expect([convert(PICTURE), convert(ERROR), convert(TOOL)]).toEqual([picture, error, tool]);
});

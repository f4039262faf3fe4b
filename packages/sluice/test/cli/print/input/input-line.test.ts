import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInputLine } from '../../../../src/cli/print/input/input-line.ts';

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };

test.for([
  ['', { kind: 'blank' }],
  [' \t\r', { kind: 'blank' }],
  [
    '{"type":"user","message":{"role":"user","content":"hi"}}\r',
    { kind: 'message', content: [{ type: 'text', text: 'hi' }], priority: 'next' },
  ],
  ['{"type":"user","message":{"content":"hi"},"priority":"later"}', { kind: 'message', priority: 'later' }],
  ['{"type":"user","message":{"content":"hi"},"priority":"now"}', { kind: 'message', priority: 'now' }],
  ['{"type":"user","message":{"content":"hi"},"priority":"soon"}', { kind: 'message', priority: 'next' }],
  [
    JSON.stringify({
      type: 'user',
      message: { role: 'user', content: [image, { type: 'text', text: 'a' }] },
    }),
    { kind: 'message', content: [image, { type: 'text', text: 'a' }] },
  ],
  [
    '{"type":"control_request","request_id":"1","request":{"subtype":"interrupt"}}',
    { kind: 'request', requestId: '1', request: { subtype: 'interrupt' } },
  ],
  [
    '{"type":"control_response","response":{"subtype":"success","request_id":"1","response":{"behavior":"allow"}}}',
    { kind: 'response', requestId: '1', response: { behavior: 'allow' }, error: undefined },
  ],
  [
    '{"type":"control_response","response":{"subtype":"error","request_id":"1","error":"no"}}',
    { kind: 'response', requestId: '1', error: 'no' },
  ],
  [
    '{"type":"control_response","response":{"subtype":"error","request_id":"1","error":{}}}',
    { kind: 'response', error: 'an error without a message' },
  ],
  ['{"type":"control_cancel_request","request_id":"1"}', { kind: 'cancel', requestId: '1' }],
  ['{"type":"keep_alive"}', { kind: 'keep-alive' }],
  ['{"type":"control_request","request_id":"1"}', { kind: 'wrong', requestId: '1' }],
  ['{"type":"control_request","request":{}}', { kind: 'wrong', requestId: null }],
  ['{"type":"control_request","request_id":7,"request":{}}', { kind: 'wrong', requestId: 7 }],
  [
    '{"type":"control_request","request_id":7,"request":{"subtype":"initialize"}}',
    { kind: 'wrong-initialize', requestId: null },
  ],
  [
    `{"type":"control_request","request_id":"1","request":{"subtype":"initialize","a":${'['.repeat(2000)}${']'.repeat(2000)}}}`,
    { kind: 'wrong-initialize', requestId: '1' },
  ],
  [
    '{"type":"control_request","request_id":"1","request":{"subtype":"initialize"',
    { kind: 'wrong-initialize', requestId: null },
  ],
  [
    '{"type":"control_request","request_id":"1","request":"{\\"subtype\\":\\"initialize\\"}"}',
    { kind: 'wrong-initialize', requestId: '1' },
  ],
  [
    '{"type":"control_request","request_id":"1","subtype":"initialize","hooks":{}}',
    { kind: 'wrong-initialize', requestId: '1' },
  ],
  [
    '[{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}]',
    { kind: 'wrong-initialize', requestId: null },
  ],
  [
    '{"type":"control_request","request_id":"1","request":{"subtype":"set_permission_mode","mode":"plan"',
    { kind: 'wrong-initialize', requestId: null },
  ],
  [
    '{"request":{"subtype":"apply_flag_settings"},"type":"control_request"}',
    { kind: 'wrong-initialize', requestId: null },
  ],
  ['{"type":"perhaps","request_id":7}', { kind: 'wrong', requestId: undefined }],
  ['{"type":"user","message":{"role":"user","content":[]}}', { kind: 'wrong-message' }],
  [
    '{"type":"user","uuid":"u","message":{"role":"user","content":[{"type":"text"}]}}',
    { kind: 'wrong-message', uuid: 'u' },
  ],
  [
    '{"type":"user","message":{"content":[{"type":"image","source":{"type":"url","url":"x"}}]}}',
    { kind: 'wrong-message', message: expect.stringContaining('"url" of an image must begin with https:') },
  ],
  [
    '{"type":"user","message":{"content":[{"type":"document","source":{"type":"base64","data":""}}]}}',
    { kind: 'wrong-message', message: expect.stringContaining('"media_type" application/pdf') },
  ],
  [
    '{"type":"user","message":{"content":[{"type":"document","source":{"type":"url","url":"x"}}]}}',
    {
      kind: 'wrong-message',
      message: expect.stringContaining('"url" of a document must begin with https:'),
    },
  ],
  [
    '{"type":"user","message":{"content":[{"type":"image","source":{"type":"file","file_id":"f"}}]}}',
    { kind: 'wrong-message', message: expect.stringContaining('"source" of type "url" with "url"') },
  ],
  [
    '{"type":"user","message":{"content":[{"type":"image","source":{"type":"url","url":"https://a/b.png"}}]}}',
    { kind: 'message', content: [{ type: 'linked_file', kind: 'image', url: 'https://a/b.png' }] },
  ],
  ...['', 'JVBER', 'JVBE!i0x', 'e30='].map(
    (data) =>
      [
        `{"type":"user","message":{"content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"${data}"}}]}}`,
        { kind: 'wrong-message', message: expect.stringMatching(/is not (base64|a PDF document)$/) },
      ] as const,
  ),
  [
    '{"type":"user","message":{"content":[{"type":"document","title":"T","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0x"}}]}}',
    {
      kind: 'message',
      content: [
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
          title: 'T',
        },
      ],
    },
  ],
  [
    '{"type":"user","message":{"content":[{"type":"document","title":"T","source":{"type":"text","data":"d"}}]}}',
    {
      kind: 'message',
      content: [
        { type: 'text', text: 'Document "T":' },
        { type: 'text', text: 'd' },
      ],
    },
  ],
  [
    '{"type":"user","message":{"content":[{"type":"document","source":{"type":"content","content":[{"type":"text","text":"d"}]}}]}}',
    { kind: 'message', content: [{ type: 'text', text: 'd' }] },
  ],
  [
    '{"type":"user","message":{"content":"a"},"pasted_content":["b",[{"type":"text","text":"c"},{"type":"image"}],7]}',
    {
      kind: 'message',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
        { type: 'text', text: 'c' },
      ],
    },
  ],
  ['{"type":"user"}', { kind: 'wrong-message' }],
  ['{"type":"user","message":{"content":""},"x":"control_request initialize"}', { kind: 'wrong-initialize' }],
  ['{"type":"constructor"}', { kind: 'wrong' }],
  ['{"__proto__":{"type":"keep_alive"}}', { kind: 'wrong' }],
  ['null', { kind: 'wrong' }],
] as const)('%s', ([line, wanted]) => {
  expect(parseInputLine(line)).toMatchObject(wanted);
});

test('any text and any JSON has a meaning, and what is wrong is said in a short line', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.json());
  fc.assert(
    fc.property(texts, (text) => {
      const line = parseInputLine(text);
      if (line.kind === 'wrong' || line.kind === 'wrong-message')
        expect(line.message.length).toBeLessThan(400);
    }),
  );
});

test('a line without a bottom is answered, whatever it is of', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const [line, requestId] of [
    [`{"type":${deep}}`, undefined],
    [`{"type":"control_request","request_id":"a","request":{"subtype":${deep}}}`, 'a'],
    [`{"type":"control_request","request_id":${deep}}`, null],
  ] as const) {
    expect(parseInputLine(line)).toMatchObject({
      kind: 'wrong',
      requestId,
      message: expect.stringMatching(/nested too deeply/),
    });
  }
});

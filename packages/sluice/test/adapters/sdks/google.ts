import { GoogleGenAI, type Content } from '@google/genai';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { isJsonObject } from '@sluice/core';
import { onTestFinished } from 'vitest';
import type { Said } from './scripted-model.ts';
import type { Sdk } from './sdk.ts';

/** A Gemini API on loopback that says these messages; `contents` is what the last request held. */
export async function geminiServer(messages: readonly Said[]) {
  const seen: { contents: readonly Content[]; tools: string } = { contents: [], tools: '' };
  let next = 0;
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (isJsonObject(body)) {
        seen.contents = Array.isArray(body['contents']) ? body['contents'] : [];
        seen.tools = JSON.stringify(body['tools']);
      }
      const said = messages[next++] ?? 'Done.';
      const parts =
        typeof said === 'string'
          ? [{ text: said }]
          : said.flatMap((one) =>
              one instanceof Promise ? [] : [{ functionCall: { id: one[0], name: one[1], args: one[2] } }],
            );
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }),
      );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: `http://127.0.0.1:${port}` } });
  return { ai, seen };
}

/** The responses that went to the model, by call. */
export function responsesIn(contents: readonly Content[]): Readonly<Record<string, unknown>> {
  const all = contents.flatMap(({ parts = [] }) => parts.map(({ functionResponse }) => functionResponse));
  return Object.fromEntries(all.flatMap((one) => (one === undefined ? [] : [[one.id ?? '', one]])));
}

/** The application makes the calls itself, so that it can store the conversation before. */
const MANUAL = { automaticFunctionCalling: { disable: true } };

function sentResponses(contents: readonly Content[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(responsesIn(contents)).map(([id, one]) => {
      const { response, parts } = Object(one);
      return [id, parts === undefined ? { response } : { response, parts }];
    }),
  );
}

export const GOOGLE: Sdk = {
  name: 'Google GenAI',
  async run({ runtime, load, said, ask, signal }) {
    const { toGoogle } = await load('google');
    const { ai, seen } = await geminiServer(said);
    // The SDK has no questions: the runtime asks, and tells which tool it is about. Without a reason, a refusal would end the turn.
    const byName = new Map(
      said
        .flatMap((one) =>
          typeof one === 'string' ? [] : one.flatMap((part) => (part instanceof Promise ? [] : [part])),
        )
        .map(([id, name]) => [name, id]),
    );
    const { tools } = await toGoogle(runtime, {
      ...(signal && { signal }),
      ...(ask && {
        asker: {
          push(inquiry, answer) {
            const id = byName.get('toolName' in inquiry ? inquiry.toolName : '') ?? '';
            void ask(id).then((isApproved) =>
              answer(isApproved ? { behavior: 'allow' } : { behavior: 'deny', feedback: 'Not that.' }),
            );
          },
          remove() {},
          update() {},
        },
      }),
    });
    const config = { tools, ...(signal && { abortSignal: signal }) };
    await ai.models.generateContent({ model: 'gemini', contents: 'Go', config });
    return sentResponses(seen.contents);
  },
  asksAgain: true,
  async suspend({ runtime, load, said }) {
    const { toGoogle } = await load('google');
    const { ai } = await geminiServer(said);
    const contents: Content[] = [{ role: 'user', parts: [{ text: 'Go' }] }];
    const { candidates } = await ai.models.generateContent({
      ...{ model: 'gemini', contents },
      config: { ...MANUAL, tools: (await toGoogle(runtime)).tools },
    });
    return JSON.stringify([...contents, ...(candidates ?? []).map(({ content }) => content)]);
  },
  async approve(stored, { runtime, load, said }) {
    const { toGoogle } = await load('google');
    const { ai, seen } = await geminiServer(said);
    const { tools } = await toGoogle(runtime, {
      asker: { push: (_inquiry, answer) => answer({ behavior: 'allow' }), remove() {}, update() {} },
    });
    const contents: Content[] = JSON.parse(stored);
    const calls = (contents.at(-1)?.parts ?? []).flatMap(({ functionCall }) => functionCall ?? []);
    contents.push({ role: 'user', parts: (await tools[0]?.callTool(calls)) ?? [] });
    await ai.models.generateContent({ model: 'gemini', contents, config: { ...MANUAL, tools } });
    return sentResponses(seen.contents);
  },
  text: (output) => ({ response: { output } }),
  error: (error) => ({ response: { error } }),
  picture: (output, data, mimeType) => ({
    response: { output },
    parts: [{ inlineData: { data, mimeType } }],
  }),
};

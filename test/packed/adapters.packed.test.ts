import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { emptyDirectory, node } from './packed.ts';
import { linkSDKs } from './sdk-packages.ts';

beforeAll(linkSDKs);

function run(program: string): string {
  const app = join(inject('packedDirectory'), 'app');
  const { stdout, stderr, status } = node(['--input-type=module', '-e', program], { cwd: app });
  expect([status, stderr.replaceAll(/^.*(?:Warning|--trace-warnings).*\n/gm, '')]).toEqual([0, '']);
  return stdout;
}

/** An application that has version 6, the lowest that `sluice/ai-sdk` allows. */
const WITH_VERSION_6 = `
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => next(name === 'ai' ? 'ai-6' : name, context) });
`;

it.each([
  { version: 7, setup: '', stop: 'ai.isStepCount' },
  { version: 6, setup: WITH_VERSION_6, stop: 'ai.stepCountIs' },
])('the tools of a runtime work in the AI SDK $version', ({ version, setup, stop }) => {
  const cwd = JSON.stringify(emptyDirectory());
  const stdout = run(`
    ${setup}
    const ai = await import('ai');
    const { MockLanguageModelV3 } = await import('ai/test');
    const { createLocalRuntime } = await import('sluice');
    const { toAISDK } = await import('sluice/ai-sdk');
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const input = JSON.stringify({ command: 'echo packed' });
    let request = 0;
    const model = new MockLanguageModelV3({ doStream: async () => ({ stream: ReadableStream.from(
      request++ === 0
        ? [{ type: 'tool-call', toolCallId: 'c', toolName: 'Bash', input },
           { type: 'finish', finishReason: { unified: 'tool-calls' }, usage }]
        : [{ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Done.' }, { type: 'text-end', id: 't' },
           { type: 'finish', finishReason: { unified: 'stop' }, usage }]) }) });
    const runtime = await createLocalRuntime({ cwd: ${cwd} });
    const { tools, toolApproval } = await toAISDK(runtime);
    const run = ai.streamText({ model, tools, toolApproval, prompt: 'Go', stopWhen: ${stop}(5) });
    await run.consumeStream();
    const [, result] = (await run.responseMessages) ?? (await run.response).messages;
    console.log('isStepCount' in ai, JSON.stringify(result.content[0].output), await run.text);
    await runtime.dispose();
  `);
  expect(stdout).toBe(`${version === 7} {"type":"text","value":"packed"} Done.\n`);
});

it("the tools of a runtime are those of Anthropic's tool runner", () => {
  const cwd = JSON.stringify(emptyDirectory());
  const stdout = run(`
    import { createLocalRuntime } from 'sluice';
    import { toAnthropic } from 'sluice/anthropic';
    import { toText } from 'sluice/results';
    const runtime = await createLocalRuntime({ cwd: ${cwd} });
    const { tools } = await toAnthropic(runtime);
    const bash = tools.find(({ name }) => name === 'Bash');
    const toolUse = { type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'echo packed' } };
    console.log(toText({ content: await bash.run(bash.parse(toolUse.input), { toolUse }) }));
    await runtime.dispose();
  `);
  expect(stdout).toBe('packed\n');
});

it('the tools of a runtime work in the OpenAI Agents SDK', () => {
  const cwd = JSON.stringify(emptyDirectory());
  const stdout = run(`
    import { Agent, Runner } from '@openai/agents';
    import { createLocalRuntime } from 'sluice';
    import { toOpenAIAgents } from 'sluice/openai-agents';
    const input = JSON.stringify({ command: 'echo packed' });
    const item = { type: 'function_call', call_id: 'c', name: 'Bash', arguments: input };
    const call = { type: 'function_call', callId: 'c', name: 'Bash', arguments: input, status: 'completed' };
    const text = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.' }] };
    const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    let request = 0;
    const model = { async *getStreamedResponse() {
      const output = request++ === 0 ? [call] : [text];
      if (output[0] === call) yield { type: 'model', event: { type: 'response.output_item.done', item } };
      yield { type: 'response_done', response: { id: 'r', usage, output } };
    } };
    const runtime = await createLocalRuntime({ cwd: ${cwd} });
    const { tools, startEarly } = await toOpenAIAgents(runtime);
    const agent = new Agent({ name: 'packed', model: startEarly(model), tools });
    const run = await new Runner({ tracingDisabled: true }).run(agent, 'Go', { stream: true });
    await run.completed;
    const result = run.history.find(({ type }) => type === 'function_call_result');
    console.log(JSON.stringify(result.output), run.finalOutput);
    await runtime.dispose();
  `);
  expect(stdout).toBe('{"type":"text","text":"packed"} Done.\n');
});

it('the tools of a runtime work in LangChain', () => {
  const cwd = JSON.stringify(emptyDirectory());
  const stdout = run(`
    import { BaseChatModel } from '@langchain/core/language_models/chat_models';
    import { AIMessageChunk } from '@langchain/core/messages';
    import { ChatGenerationChunk } from '@langchain/core/outputs';
    import { createAgent } from 'langchain';
    import { createLocalRuntime } from 'sluice';
    import { toLangChain } from 'sluice/langchain';
    const args = JSON.stringify({ command: 'echo packed' });
    let request = 0;
    class Scripted extends BaseChatModel {
      _llmType() { return 'scripted'; }
      bindTools() { return this; }
      async *_streamResponseChunks(_messages, _options, run) {
        const said = request++ === 0 ? { content: '', tool_call_chunks: [{ index: 0, id: 'c', name: 'Bash', args }] } : 'Done.';
        const chunk = new ChatGenerationChunk({ text: '', message: new AIMessageChunk(said) });
        yield chunk;
        await run?.handleLLMNewToken('', undefined, undefined, undefined, undefined, { chunk });
      }
    }
    const runtime = await createLocalRuntime({ cwd: ${cwd} });
    const { tools, callbacks } = await toLangChain(runtime);
    const agent = createAgent({ model: new Scripted({}), tools });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Go' }] }, { callbacks });
    console.log(messages.at(-2).content, messages.at(-1).text);
    await runtime.dispose();
  `);
  expect(stdout).toBe('packed Done.\n');
});

it('the tools of a runtime work in the Google GenAI SDK', () => {
  const cwd = JSON.stringify(emptyDirectory());
  const stdout = run(`
    import { GoogleGenAI } from '@google/genai';
    import { createServer } from 'node:http';
    import { json } from 'node:stream/consumers';
    import { createLocalRuntime } from 'sluice';
    import { toGoogle } from 'sluice/google';
    let request = 0;
    const server = createServer(async (req, response) => {
      const { contents } = await json(req);
      const part = request++ === 0
        ? { functionCall: { id: 'c', name: 'Bash', args: { command: 'echo packed' } } }
        : { text: contents.at(-1).parts[0].functionResponse.response.output };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] }));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const runtime = await createLocalRuntime({ cwd: ${cwd} });
    const { tools } = await toGoogle(runtime);
    const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: 'http://127.0.0.1:' + server.address().port } });
    const answer = await ai.models.generateContent({ model: 'gemini', contents: 'Go', config: { tools } });
    console.log(answer.text);
    await runtime.dispose();
    server.closeAllConnections();
    server.close();
  `);
  expect(stdout).toBe('packed\n');
});

it('the tools of a runtime work in Mastra', () => {
  const cwd = JSON.stringify(emptyDirectory());
  const stdout = run(`
    import { Agent } from '@mastra/core/agent';
    import { MockLanguageModelV3 } from 'ai/test';
    import { createLocalRuntime } from 'sluice';
    import { toMastra } from 'sluice/mastra';
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const input = JSON.stringify({ command: 'echo packed' });
    let request = 0;
    const model = new MockLanguageModelV3({ doStream: async () => ({ stream: ReadableStream.from(
      request++ === 0
        ? [{ type: 'tool-call', toolCallId: 'c', toolName: 'Bash', input },
           { type: 'finish', finishReason: { unified: 'tool-calls' }, usage }]
        : [{ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Done.' }, { type: 'text-end', id: 't' },
           { type: 'finish', finishReason: { unified: 'stop' }, usage }]) }) });
    const runtime = await createLocalRuntime({ cwd: ${cwd} });
    const { tools } = await toMastra(runtime);
    const run = await new Agent({ id: 'packed', name: 'packed', instructions: 'Go.', model, tools }).stream('Go');
    let text = '';
    for await (const { type, payload } of run.fullStream) {
      if (type === 'tool-result') text += payload.result.text + ' ';
      if (type === 'text-delta') text += payload.text;
    }
    console.log(text);
    await runtime.dispose();
  `);
  expect(stdout).toBe('packed Done.\n');
});

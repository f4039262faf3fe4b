import { Agent, RunState, Runner, type Model, type ModelRequest, type StreamEvent } from '@openai/agents';
import type { Said } from './scripted-model.ts';
import type { Sdk } from './sdk.ts';

/** A model that says these messages, as the Responses API streams them, and what it was sent. */
export function responsesModel(messages: readonly Said[]): {
  readonly model: Model;
  readonly requests: readonly ModelRequest[];
} {
  const requests: ModelRequest[] = [];
  const model: Model = {
    getResponse: () => Promise.reject(new Error('the test streams')),
    getStreamedResponse(request) {
      requests.push(request);
      return events(messages[requests.length - 1] ?? 'Done.');
    },
  };
  return { model, requests };
}

async function* events(said: Said): AsyncGenerator<StreamEvent> {
  const output: Extract<StreamEvent, { type: 'response_done' }>['response']['output'] = [];
  if (typeof said === 'string') {
    const content = [{ type: 'output_text' as const, text: said }];
    output.push({ type: 'message', role: 'assistant', status: 'completed', content });
  } else {
    for (const one of said) {
      if (one instanceof Promise) {
        await one;
        continue;
      }
      const [callId, name, input] = one;
      const text = JSON.stringify(input);
      const item = { type: 'function_call', call_id: callId, name, arguments: text };
      yield { type: 'model', event: { type: 'response.output_item.done', item } };
      output.push({ type: 'function_call', callId, name, arguments: text, status: 'completed' });
    }
  }
  const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  yield { type: 'response_done', response: { id: 'r', usage, output } };
}

/** The outputs of the calls in a list of items, by call. */
export function outputsIn(items: readonly object[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    items.flatMap((item) =>
      'callId' in item && 'output' in item ? [[String(item.callId), item.output]] : [],
    ),
  );
}

export const OPENAI_AGENTS: Sdk = {
  name: 'OpenAI Agents',
  async run({ runtime, load, said, ask = async () => false, signal }) {
    const { toOpenAIAgents } = await load('openai-agents');
    const { tools, startEarly } = await toOpenAIAgents(runtime);
    const { model, requests } = responsesModel(said);
    const agent = new Agent({ name: 'test', model: startEarly(model), tools });
    const runner = new Runner({ tracingDisabled: true });
    let run = await runner.run(agent, 'Go', { stream: true, signal });
    await run.completed;
    while (run.interruptions.length > 0) {
      for (const interruption of run.interruptions) {
        const id = 'callId' in interruption.rawItem ? interruption.rawItem.callId : '';
        // One question after the other.
        // oxlint-disable-next-line no-await-in-loop
        if (await ask(id)) run.state.approve(interruption);
        else run.state.reject(interruption);
      }
      // oxlint-disable-next-line no-await-in-loop
      run = await runner.run(agent, run.state, { stream: true, signal });
      // oxlint-disable-next-line no-await-in-loop
      await run.completed;
    }
    const input = requests.at(-1)?.input ?? [];
    return outputsIn(typeof input === 'string' ? [] : input);
  },
  async suspend({ runtime, load, said }) {
    const { toOpenAIAgents } = await load('openai-agents');
    const { tools, startEarly } = await toOpenAIAgents(runtime);
    const agent = new Agent({ name: 'test', model: startEarly(responsesModel(said).model), tools });
    const run = await new Runner({ tracingDisabled: true }).run(agent, 'Go', { stream: true });
    await run.completed;
    return run.state.toString();
  },
  async approve(stored, { runtime, load, said }) {
    const { toOpenAIAgents } = await load('openai-agents');
    const { tools, startEarly } = await toOpenAIAgents(runtime);
    const { model, requests } = responsesModel(said);
    const agent = new Agent({ name: 'test', model: startEarly(model), tools });
    const state = await RunState.fromString(agent, stored);
    for (const interruption of state.getInterruptions()) state.approve(interruption);
    const run = await new Runner({ tracingDisabled: true }).run(agent, state, { stream: true });
    await run.completed;
    const input = requests.at(-1)?.input ?? [];
    return outputsIn(typeof input === 'string' ? [] : input);
  },
  text: (text) => ({ type: 'text', text }),
  error: (text) => ({ type: 'text', text }),
  picture: (text, data, type) => [
    { type: 'input_text', text },
    { type: 'input_image', image: `data:${type};base64,${data}` },
  ],
};

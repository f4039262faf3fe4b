// An approval that outlives its process, with LangChain. Run it, end it in any way while it waits, and run it again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { Command, INTERRUPT, MemorySaver } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { createLocalRuntime } from 'sluice';
import { toLangChain } from 'sluice/langchain';
import { answerOf } from './answer.js';

// A scripted model: it writes a file, and then says so.
const args = JSON.stringify({ file_path: 'approved.txt', content: 'approved\n' });
const call = { content: '', tool_call_chunks: [{ index: 0, id: 'w1', name: 'Write', args }] };
class Scripted extends BaseChatModel {
  _llmType() {
    return 'scripted';
  }
  bindTools() {
    return this;
  }
  async *_streamResponseChunks(messages, _options, run) {
    const said = messages.at(-1).type === 'tool' ? { content: 'Done.' } : call;
    const chunk = new ChatGenerationChunk({ text: '', message: new AIMessageChunk(said) });
    yield chunk;
    await run?.handleLLMNewToken('', undefined, undefined, undefined, undefined, { chunk });
  }
}

// A real program has a checkpointer with a database; this one writes the memory of one to a file.
const STATE = 'langchain.state';
const checkpointer = new MemorySaver();
const sessionDirectory = 'session';
const runtime = await createLocalRuntime({
  cwd: '.',
  sessionDirectory,
  resume: existsSync(sessionDirectory),
});
const { tools, callbacks } = await toLangChain(runtime);
const agent = createAgent({ model: new Scripted({}), tools, checkpointer });
const invoke = (input) => agent.invoke(input, { callbacks, configurable: { thread_id: 'one' } });

if (!existsSync(STATE)) {
  const ended = await invoke({ messages: [{ role: 'user', content: 'Write the file.' }] });
  const { storage, writes } = checkpointer;
  writeFileSync(STATE, serialize({ storage, writes, asked: ended[INTERRUPT].map(({ id }) => id) }));
}
const { storage, writes, asked } = deserialize(readFileSync(STATE));
Object.assign(checkpointer, { storage, writes });
const isApproved = await answerOf(`Approve ${asked.length} call?`);
const decision = isApproved ? { type: 'approve' } : { type: 'reject', message: 'Not that.' };
const resume = Object.fromEntries(asked.map((id) => [id, { decisions: [decision] }]));
const ended = await invoke(new Command({ resume }));
console.log(ended.messages.at(-1).text);
await runtime.dispose();

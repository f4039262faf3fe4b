import { checkPairing } from '@sluice/core';
import type { ModelFormat } from '../../src/index.ts';
import { blocksOf, type Parsed } from './parsed.ts';

const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
const ID = /^[a-zA-Z0-9_-]+$/;

/** What this API would refuse of a body. Source: the public reference of each. */
export const REFUSED: Record<ModelFormat, (body: Parsed) => string[]> = {
  anthropic({ messages = [], tools = [] }) {
    const blocks = messages.flatMap(blocksOf);
    return [
      ...checkPairing(JSON.parse(JSON.stringify(messages))),
      ...alternating(messages, 'assistant'),
      ...messages.filter((message) => blocksOf(message).length === 0).map(() => 'a message is empty'),
      ...blocks.flatMap((block) => blankTexts([block, ...blocksOf(block)])),
      ...blocks.flatMap(({ id, tool_use_id: of }) => wrongIds([id, of], 64)),
      ...wrongNames([...tools, ...blocks.filter(({ type }) => type === 'tool_use')].map(({ name }) => name)),
      ...blocks
        .filter(({ type }) => !['text', 'image', 'tool_use', 'tool_result', 'thinking'].includes(type ?? ''))
        .map(({ type }) => `a block of the type ${type}`),
      ...blocks
        .filter((block) => block.is_error === true && blocksOf(block).some(({ type }) => type !== 'text'))
        .map(() => 'an error result holds more than text'),
    ];
  },
  'openai-chat'({ messages = [], tools = [] }) {
    const problems: string[] = [];
    let open: string[] = [];
    for (const message of messages) {
      const { role, content, tool_calls: calls, tool_call_id: of } = message;
      if (role === 'tool') {
        if (open.shift() !== of) problems.push('a result is out of place');
        if (typeof content !== 'string' || content === '') problems.push('a result is not text');
        continue;
      }
      if (open.length > 0) problems.push('a result is missing');
      if (calls === undefined && (content === null || content?.length === 0)) problems.push('empty message');
      problems.push(...blankTexts(blocksOf(message)));
      open = (calls ?? []).map(({ id }) => id ?? '');
      problems.push(...wrongIds(open, 40), ...wrongNames((calls ?? []).map((call) => call.function?.name)));
    }
    return [...problems, ...wrongNames(tools.map((tool) => tool.function?.name))];
  },
  'openai-responses'({ input = [], tools = [] }) {
    const problems: string[] = [];
    let open: string[] = [];
    for (const item of input) {
      if (item.type === 'function_call') {
        open.push(item.call_id ?? '');
        problems.push(...wrongNames([item.name]), ...wrongIds(open, 64));
        JSON.parse(item.arguments ?? '');
      } else if (item.type === 'function_call_output') {
        if (open.shift() !== item.call_id) problems.push('an output is out of place');
      } else if (item.role === 'user' && open.length > 0) problems.push('an output is missing');
      problems.push(...blankTexts(blocksOf(item)));
      if (item.content?.length === 0) problems.push('empty message');
    }
    return [...problems, ...wrongNames(tools.map(({ name }) => name))];
  },
  gemini({ contents = [] }) {
    const problems = alternating(contents, 'model');
    let open: string[] = [];
    for (const { role, parts = [] } of contents) {
      if (parts.length === 0) problems.push('empty message');
      const answers = parts.filter((part) => Object.hasOwn(part, 'functionResponse'));
      if (parts.slice(0, answers.length).some((part) => !Object.hasOwn(part, 'functionResponse')))
        problems.push('a response comes after another part');
      const names = answers.map((part) => part.functionResponse?.name ?? '');
      if (role === 'user' && names.join() !== open.join())
        problems.push(`responses ${names.join()} to ${open.join()}`);
      open = parts.flatMap((part) => {
        const call = part.functionCall;
        return call === undefined ? [] : [call.name ?? ''];
      });
      problems.push(...wrongNames(open));
    }
    return problems;
  },
};

function alternating(messages: readonly Parsed[], second: string): string[] {
  const isRight = messages.every(({ role }, index) => role === (index % 2 === 0 ? 'user' : second));
  return isRight ? [] : ['the roles do not alternate'];
}

function blankTexts(blocks: readonly Parsed[]): string[] {
  return blocks
    .filter(({ text }) => typeof text === 'string' && text.trim() === '')
    .map(() => 'a blank text');
}

function wrongIds(ids: readonly (string | undefined)[], max: number): string[] {
  return ids
    .filter((id) => id !== undefined && (!ID.test(id) || id.length > max))
    .map((id) => `the id ${id}`);
}

function wrongNames(names: readonly (string | undefined)[]): string[] {
  return names.filter((name) => name === undefined || !NAME.test(name)).map((name) => `the name ${name}`);
}

import type { AgentResult, Prompt } from '@sluice/agent';
import type { AssembledAgent } from '@sluice/session/agent';
import { describe, expect, it } from 'vitest';
import { CallsOfPerson } from '../../../../src/cli/interactive/prompt/calls-of-person.ts';
import { Outbox } from '../../../../src/cli/interactive/prompt/outbox.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no more of it is read
const DONE = { reason: 'completed' } as AgentResult;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no more of it is read
const STOPPED = { reason: 'interrupted-streaming' } as AgentResult;

function world(calls = new CallsOfPerson({ onCall() {}, onEvent() {}, onChange() {} })) {
  const events: string[] = [];
  const state = { isWorking: true, isLeaving: false };
  let inAgent: Prompt[] = [];
  const textOf = ({ content: [block] }: Prompt): string => (block?.type === 'text' ? block.text : '');
  const outbox = new Outbox({
    calls,
    imagesOf: () => [],
    isWorking: () => state.isWorking,
    isLeaving: () => state.isLeaving,
    run(prompt) {
      events.push(`run ${textOf(prompt)}`);
      state.isWorking = true;
    },
    echo() {},
    note: (text) => events.push(text),
    giveBack: (text) => events.push(`back ${text}`),
    onChange() {},
    onLeft: () => events.push('left'),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no more of it is used
  const agent = {
    send: (prompt: Prompt, when: string) => {
      events.push(`send ${when} ${textOf(prompt)}`);
      inAgent.push(prompt);
      return true;
    },
    unsend: (prompt: Prompt) => (inAgent = inAgent.filter((one) => one !== prompt)),
    takeWaiting() {
      const taken = inAgent;
      inAgent = [];
      return taken;
    },
    parts: {},
    runtime: {},
  } as unknown as AssembledAgent;
  return {
    ...{ events, state, outbox, agent },
    say: (text: string) => outbox.send(agent, text, 'next'),
    hold: (name: string) => outbox.hold(name, () => events.push(`command ${name}`)),
    done(result: AgentResult | 'command' = DONE) {
      state.isWorking = false;
      outbox.afterWork(agent, result === 'command' ? undefined : result);
    },
    waiting: () => outbox.waiting.map(({ text, when }) => `${when} ${text}`),
  };
}

describe('a command that waits for the prompt', () => {
  it('runs when that is done, and what was typed behind it comes after it', () => {
    const { events, say, hold, done, waiting } = world();
    say('one');
    hold('/compact');
    say('two');
    expect(waiting()).toEqual(['next one', 'after /compact', 'after two']);
    done();
    expect(events).toEqual(['send next one', 'run one']);
    done();
    expect(events.slice(2)).toEqual(['command /compact']);
    done('command');
    expect(events.slice(3)).toEqual(['run two']);
    expect(waiting()).toEqual([]);
  });

  it('waits for Enter after a stop, and a command that is typed meanwhile changes nothing', () => {
    const { events, say, hold, done, outbox, agent } = world();
    hold('/clear');
    say('two');
    done(STOPPED);
    done('command');
    expect(events).toEqual(['left']);
    outbox.sendNow(agent);
    expect(events.slice(1)).toEqual(['command /clear']);
    done('command');
    expect(events.slice(2)).toEqual(['run two']);
  });

  it('is not overtaken by Enter, and can be taken back', () => {
    const { events, say, hold, outbox, agent, waiting } = world();
    say('one');
    hold('/clear');
    say('two');
    outbox.sendNow(agent);
    expect(events).toEqual(['send next one', 'send now one']);
    expect([outbox.takeBack(agent), outbox.takeBack(agent)]).toEqual(['two', '/clear']);
    expect(waiting()).toEqual(['next one']);
  });

  it('leaves what is behind it to the session that it opens', () => {
    const { events, state, say, hold, done, outbox } = world();
    hold('/clear');
    say('two');
    done();
    state.isLeaving = true;
    done('command');
    expect(events).toEqual(['command /clear']);
    state.isLeaving = false;
    outbox.goOn();
    expect(events.slice(1)).toEqual(['run two']);
  });
});

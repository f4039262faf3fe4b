import {
  askForAdvice,
  MAX_ADVICE_TOKENS,
  createAdvisorTool,
  secretVariableValues,
  ToldConversation,
  type Advice,
} from '@sluice/agent';
import { commandSecrets } from '@sluice/settings';
import { askBeside, NO_BUDGET, openBeside } from './ask-beside.ts';
import type { Advisor } from '../../skills/command-agent.ts';
import type { AssembledAgent } from '../assembled-agent.ts';

/** Questions in one session that got advice. */
const MAX_QUESTIONS = 10;

type AdvisedAgent = Pick<AssembledAgent, 'parts' | 'tree' | 'messages' | 'budgetLeftUsd' | 'identity'>;

/** Lets the model of a session's main agent ask a stronger one. */
export function openAdvisor(agent: AdvisedAgent): Advisor {
  const { parts, tree } = agent;
  let model: string | undefined;
  let asked = 0;
  let told = new ToldConversation();
  const none = (problem: string): Advice => ({ advice: undefined, model, usage: undefined, problem });
  const ask = async (question: string | undefined, signal: AbortSignal): Promise<Advice> => {
    if (agent.budgetLeftUsd === 0) return none(NO_BUDGET);
    if (asked >= MAX_QUESTIONS) return none(`It gives advice at most ${MAX_QUESTIONS} times per session.`);
    // Calls in one message run side by side, so each counts from its start; one without advice is given back.
    asked += 1;
    const given = await askModel(question, signal);
    if (given.advice === undefined || given.problem !== undefined) asked -= 1;
    return given;
  };
  const askModel = async (question: string | undefined, signal: AbortSignal): Promise<Advice> => {
    const opened = await openBeside(agent, model);
    if (!opened.ok) return none(opened.message);
    const { provider } = opened;
    try {
      const messages = agent.messages();
      const chars = tree.limitUsd === undefined ? 0 : JSON.stringify(messages).length;
      const size = { chars, maxTokens: MAX_ADVICE_TOKENS, signal };
      const answer = await askBeside(agent, provider, size, () =>
        askForAdvice(provider, { messages, told, question, secrets: secretsOf(agent), signal }),
      );
      if (answer === undefined) return none(NO_BUDGET);
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = answer.usage;
      return {
        advice: answer.text,
        model: provider.model,
        usage: {
          input_tokens: inputTokens + cacheReadTokens + cacheWriteTokens,
          output_tokens: outputTokens,
        },
        problem: answer.problem,
      };
    } finally {
      provider.close();
    }
  };
  const tool = createAdvisorTool(ask);
  return {
    model: () => model,
    async change(next) {
      if (next !== undefined) {
        const opened = await openBeside(agent, next);
        if (!opened.ok) return opened.message;
        opened.provider.close();
      }
      if (next !== model) told = new ToldConversation();
      model = next;
      parts.pool.update('advisor', next === undefined ? [] : [tool], 'the advisor is switched off');
      return undefined;
    },
  };
}

/** What commands must not learn is nothing for another model either. */
function secretsOf({ parts }: AdvisedAgent): readonly string[] {
  const { hiddenVariables, maskedVariables } = commandSecrets(parts.permission.loaded, parts.env);
  const named = [...hiddenVariables, ...maskedVariables.keys()].map((name) => parts.env[name] ?? '');
  return [...secretVariableValues(parts.env), ...named];
}

import { randomUUID } from 'node:crypto';
import { contentText, type SkillUse } from '@sluice/agent';
import type { Asker, PureDecision, Runtime } from '@sluice/core';

/** What a command of a skill has come to. `message`: why the skill can't be loaded, as a sentence. */
type CommandOutput =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * Runs one command for a skill, only if it needs no answer from the user. Never rejects.
 * @param refuses why hooks don't let it run; asked once it is allowed
 */
export type RunSkillCommand = (
  command: string,
  refuses: () => Promise<string | undefined>,
) => Promise<CommandOutput>;

const TOOL = 'Bash';

/** In a call of the Skill tool. */
export function commandsOfCall(context: SkillUse): RunSkillCommand {
  return async (command, refuses) => {
    const call = { name: TOOL, input: { command } };
    const refused = refusalOf(await context.decide(call), command) ?? blockOf(await refuses(), command);
    if (refused !== undefined) return refused;
    const { outcome, content } = await context.invoke(call);
    return outputOf(outcome.code !== 'ok', contentText(content), command);
  };
}

/** For a command that the user typed: a separate message, in which no one is asked. */
export function commandsOfPerson(
  runtime: Pick<Runtime, 'decide' | 'openMessage'>,
  signal: AbortSignal,
): RunSkillCommand {
  return async (command, refuses) => {
    const decision = await runtime.decide({ name: TOOL, input: { command } });
    const refused = refusalOf(decision, command) ?? blockOf(await refuses(), command);
    if (refused !== undefined) return refused;
    const message = runtime.openMessage({ id: `command-${randomUUID()}`, asker: NO_PERSON, signal });
    message.add({ id: `command_${randomUUID()}`, name: TOOL, input: { command } });
    const { results } = await message.end();
    const [result] = results;
    if (result === undefined) return outputOf(true, 'It did not run.', command);
    return outputOf(result.is_error, contentText(result.content), command);
  };
}

const NO_PERSON: Asker = {
  push: (_, answer) => answer({ behavior: 'unavailable', reason: "a skill's commands never ask" }),
  remove() {},
  update() {},
};

function refusalOf({ behavior, reason }: PureDecision, command: string): CommandOutput | undefined {
  if (behavior === 'allow') return undefined;
  const remedy =
    behavior === 'deny' ? '' : ` Allow it with the rule Bash(${command.split('\n', 1)[0] ?? command}).`;
  return {
    ok: false,
    message: `Its command \`${command}\` is not allowed: ${reason}.${remedy}`.replaceAll('..', '.'),
  };
}

function blockOf(reason: string | undefined, command: string): CommandOutput | undefined {
  return reason === undefined
    ? undefined
    : { ok: false, message: `A hook blocked its command \`${command}\`: ${reason}` };
}

function outputOf(isError: boolean, text: string, command: string): CommandOutput {
  if (!isError) return { ok: true, text };
  return { ok: false, message: `Its command \`${command}\` failed: ${text.slice(0, 2_000).toWellFormed()}` };
}

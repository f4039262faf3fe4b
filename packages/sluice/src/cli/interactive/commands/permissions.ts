import { sanitize } from '@sluice/core';
import { titleOf } from '@sluice/terminal';
import type { Denied } from '../questions/inquiry-log.ts';
import { removeSessionRule, sessionRules } from '../session-rules.ts';
import { runSubcommand } from './run-subcommand.ts';
import type { CommandContext, SlashCommand } from './slash-command.ts';

const USE =
  'Use /permissions, /permissions add allow|ask|deny RULE, /permissions remove RULE, or /permissions denied.';

export const permissionsCommand: SlashCommand = {
  name: 'permissions',
  argumentHint: '[add allow RULE | remove RULE | denied]',
  does: 'List the permission rules; add or remove one; allow what you denied',
  waits: false,
  printsLater: true,
  async run(args, context) {
    if (args === '') return list(context);
    if (args === 'denied') return showDenied(context);
    const added = /^add\s+(allow|ask|deny)\s+(\S.*)$/s.exec(args);
    const removed = /^remove\s+(\S.*)$/s.exec(args);
    if (added !== null) await runSubcommand(['rules', 'add', '--', added[1] ?? '', added[2] ?? ''], context);
    else if (removed !== null) await remove(removed[1] ?? '', context);
    else context.note(USE);
  },
};

/** The rules of settings files, then those of the session. */
async function list(context: CommandContext): Promise<void> {
  const rules = sessionRules(context.agent.runtime.permission);
  if (rules.length > 0) context.print('In settings files:');
  // The files of the directory by their names in it, as everywhere in the terminal.
  await runSubcommand(['rules', 'list'], context, (line) => [line.replace(`  ${context.parts.cwd}/`, '  ')]);
  if (rules.length === 0) return;
  context.print('');
  context.print('In this session only:');
  for (const { behavior, text } of rules) context.print(`${behavior.padEnd(5)}  ${sanitize(text)}`);
  context.print('To end one: /permissions remove RULE');
}

async function remove(rule: string, context: CommandContext): Promise<void> {
  const { permission } = context.agent.runtime;
  const removed = removeSessionRule(permission, rule);
  for (const { behavior, text } of removed)
    context.print(`removed from this session: ${behavior} ${sanitize(text)}`);
  const isElsewhere = permission.current().rules.some(({ text }) => text === rule.trim());
  if (removed.length === 0 || isElsewhere) await runSubcommand(['rules', 'remove', '--', rule], context);
}

/** Calls that the person has denied, to allow one from now on. */
function showDenied(context: CommandContext): void {
  const { denied, isPlain, pick, print } = context;
  if (denied.length === 0) {
    print("You haven't denied any calls.");
    return;
  }
  if (isPlain) {
    for (const one of denied) print(`${titleOf(one.inquiry)}: ${sanitize(offerOf(one))}`);
    print('To allow one from now on: /permissions add allow RULE');
    return;
  }
  pick({
    title: 'Recently denied: allow from now on',
    items: denied.map((one, index) => ({
      id: String(index),
      label: titleOf(one.inquiry),
      isSanitized: true,
      detail: sanitize(offerOf(one)),
    })),
    onPick: async ({ id }) => {
      const one = denied[Number(id)];
      if (one !== undefined) await allow(one, context);
    },
  });
}

/** What no one has seen all of is not allowed from now on, here as little as on its card. */
function offerOf({ inquiry: { suggestedRules }, hasSeenAll }: Denied): string {
  if (suggestedRules.length === 0) return 'no rule can cover just this call';
  return hasSeenAll ? suggestedRules.join(', ') : 'not all of it was shown';
}

/** The same rules as "always" would have saved, in the same place. */
async function allow({ inquiry, hasSeenAll }: Denied, context: CommandContext): Promise<void> {
  const { suggestedRules: rules, suggestedDestination: destination } = inquiry;
  const { agent, note, print } = context;
  if (rules.length === 0) {
    note('No rule can cover just this call. You are asked each time.');
    return;
  }
  if (!hasSeenAll) {
    note('Not all of the call was shown when you denied it. When it is asked again, press 7, then 2.');
    return;
  }
  const { permission } = agent.runtime;
  const applied = permission.apply({ type: 'addRules', behavior: 'allow', rules, destination: 'session' });
  if (!applied.ok) {
    note(applied.message);
    return;
  }
  if (destination === 'session') {
    print(`allowed in this session: ${sanitize(rules.join(', '))}`);
    return;
  }
  for (const rule of rules)
    await runSubcommand(['rules', 'add', '--to', destination, '--', 'allow', rule], context);
}

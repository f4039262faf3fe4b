import { sanitize, type CallInquiry } from '@sluice/core';
import { runSubcommand } from './run-subcommand.ts';
import type { CommandContext, SlashCommand } from './slash-command.ts';

const USE =
  'Use /permissions, /permissions add allow|ask|deny RULE, /permissions remove RULE, or /permissions denied.';

export const permissionsCommand: SlashCommand = {
  name: 'permissions',
  argumentHint: '[add allow RULE | remove RULE | denied]',
  does: 'List the permission rules; add or remove one; allow what you have denied',
  waits: false,
  async run(args, context) {
    if (args === '') return runSubcommand(['rules', 'list'], context);
    if (args === 'denied') return showDenied(context);
    const added = /^add\s+(allow|ask|deny)\s+(\S.*)$/s.exec(args);
    const removed = /^remove\s+(\S.*)$/s.exec(args);
    if (added !== null) return runSubcommand(['rules', 'add', '--', added[1] ?? '', added[2] ?? ''], context);
    if (removed !== null) return runSubcommand(['rules', 'remove', '--', removed[1] ?? ''], context);
    context.note(USE);
  },
};

/** Calls that the person has denied, to allow one from now on. */
function showDenied(context: CommandContext): void {
  const { denied, isPlain, pick, print } = context;
  if (denied.length === 0) {
    print('You have denied no call in this program.');
    return;
  }
  if (isPlain) {
    for (const inquiry of denied) print(`${labelOf(inquiry)}: ${sanitize(offerOf(inquiry))}`);
    print('To allow one from now on: /permissions add allow RULE');
    return;
  }
  pick({
    title: 'Recently denied: allow from now on',
    items: denied.map((inquiry, index) => ({
      id: String(index),
      label: labelOf(inquiry),
      detail: sanitize(offerOf(inquiry)),
    })),
    onPick: ({ id }) => {
      const inquiry = denied[Number(id)];
      if (inquiry !== undefined) void allow(inquiry, context);
    },
  });
}

const labelOf = ({ toolName, summary }: CallInquiry): string =>
  sanitize(summary.startsWith(toolName) ? summary : `${toolName} ${summary}`);

const offerOf = ({ suggestedRules }: CallInquiry): string =>
  suggestedRules.length === 0 ? 'no rule covers just this call' : suggestedRules.join(', ');

/** The same rules as "always" would have saved, in the same place. */
async function allow(
  { suggestedRules: rules, suggestedDestination: destination }: CallInquiry,
  context: CommandContext,
): Promise<void> {
  const { agent, note, print } = context;
  if (rules.length === 0) {
    note('No rule covers just this call. You are asked each time.');
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

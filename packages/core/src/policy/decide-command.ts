import { effectsIn, PERMISSION_MODE_TABLE } from '../data/permission-mode.ts';
import type { Action, CommandAction, FileAction } from '../permission/action.ts';
import { fileAllowance, fileDemand, knownFileDemand } from './decide-file.ts';
import { commandIsolation } from './isolation-demand.ts';
import type { Judge } from './judge.ts';
import {
  allowedAsReading,
  allowedByMode,
  allowedByRule,
  asked,
  denied,
  heaviest,
  kept,
  undecided,
  weightOf,
  type Verdict,
} from '../permission/verdict.ts';
import { secretNamed, secretWithin } from '../permission/paths/seal.ts';
import type { PartDecision } from '../permission/part-decision.ts';

/** A simple command, and each of its redirections separately. */
export function decideCommand(
  judge: Judge,
  command: CommandAction,
  action: number,
  actions: readonly Action[],
): PartDecision[] {
  if (command.isInScript === true) return inScript(judge, command, action);
  const isCovered = isCoveredByOuter(judge, command, actions);
  const allowance = (): Verdict => (isCovered ? coveredByOuter() : commandAllowance(judge, command));
  const verdict = commandDemand(judge, command) ?? listedSecret(judge, command, actions) ?? allowance();
  const parts: PartDecision[] = [{ kind: 'command', action, subject: command.source, ...verdict }];
  // A loop's redirections have no command of their own.
  const runner = /^\d*&?[<>]/.test(command.source) ? '' : `${command.source} `;
  for (const target of command.redirections) {
    const subject = `${runner}${target.written ?? opened(target)}`;
    // A bare rule about the tool does not allow the rest of the machine, whatever runs the redirection.
    const isOwnRule = isCovered && judge.toolAllow === undefined;
    const allowed = isOwnRule ? coveredByOuter() : redirectionAllowance(judge, target);
    parts.push({ kind: 'redirection', action, subject, ...(fileDemand(judge, target) ?? allowed) });
  }
  return parts;
}

function opened({ access, path }: FileAction): string {
  return `${access === 'read' ? '<' : '>'} ${path ?? '?'}`;
}

/** A rule about a command says nothing of files that only its redirections open: where it isn't known which, none applies. */
function redirectionAllowance(judge: Judge, target: FileAction): Verdict {
  const verdict = fileAllowance(judge, target, false);
  const { behavior, cause } = verdict;
  if (behavior === 'allow' || cause.kind !== 'unknown-path' || target.path !== undefined) return verdict;
  return undecided({ ...cause, isRedirection: true });
}

/** What a script does is decided with the command that runs it, except for what nothing may do unasked. */
function inScript(judge: Judge, command: CommandAction, action: number): PartDecision[] {
  const { rules, names } = judge;
  const deny = rules.forCommand('deny', names, command);
  const ask = deny === undefined ? rules.forCommand('ask', names, command) : undefined;
  const verdict = heaviest([
    deny === undefined ? undefined : denied({ kind: 'rule', rule: deny }),
    ask === undefined ? undefined : asked({ kind: 'rule', rule: ask }),
    commandIsolation(judge, command),
    namedSecret(judge, command),
    grantDemand(judge, command),
    ...[...command.files, ...command.redirections].map((file) =>
      knownFileDemand(judge, file, command.isPresumed === true),
    ),
  ]);
  if (verdict === undefined) return [];
  const own = command.isPresumed === true ? presumed(verdict) : verdict;
  return [{ kind: 'command', action, subject: command.source, ...own }];
}

function presumed(verdict: Verdict): Verdict {
  const { behavior, cause } = verdict;
  if (behavior !== 'deny' || cause.kind !== 'rule') return verdict;
  return kept({ kind: 'may-concern', rule: cause.rule, path: undefined });
}

/** A rule about `bash -c …` applies to what it runs; whether `bash -c …` only reads depends only on what it runs. */
function isCoveredByOuter(judge: Judge, { runBy }: CommandAction, actions: readonly Action[]): boolean {
  const outer = runBy === undefined ? undefined : actions[runBy];
  if (outer?.type !== 'command') return false;
  const { behavior, stage } = commandAllowance(judge, outer);
  return behavior === 'allow' && stage !== 'read-only';
}

function commandDemand(judge: Judge, command: CommandAction): Verdict | undefined {
  const { rules, names, snapshot } = judge;
  const deny = rules.forCommand('deny', names, command);
  const ask = deny === undefined ? rules.forCommand('ask', names, command) : undefined;
  return heaviest([
    deny === undefined ? undefined : denied({ kind: 'rule', rule: deny }),
    ask === undefined ? undefined : asked({ kind: 'rule', rule: ask }),
    commandIsolation(judge, command),
    namedSecret(judge, command),
    grantDemand(judge, command),
    ...command.files.map((file) => fileDemand(judge, file)),
    effectsIn(snapshot.mode) === 'never' && !command.isReadOnly ? kept({ kind: 'plan-mode' }) : undefined,
    cautionDemand(judge, command),
    uncertaintyDemand(judge, command),
  ]);
}

/** `rg --files ~ | xargs cat`: what it reads isn't known, and another command of the line lists a directory with a secret. */
function listedSecret(
  { snapshot, files }: Judge,
  command: CommandAction,
  actions: readonly Action[],
): Verdict | undefined {
  if (!command.files.some(({ access, path }) => access === 'read' && path === undefined)) return undefined;
  const listed = actions
    .filter((one) => one.type === 'command')
    .flatMap((one) => one.files)
    .filter(({ access, isTree }) => access === 'list' && isTree);
  return heaviest(
    listed.map(({ path: within }) => secretWithin(snapshot.sealed, { access: 'read', within }, files)),
  );
}

/** Of what only reads, it is known which files that are. */
function namedSecret({ snapshot }: Judge, { isReadOnly, deny, code }: CommandAction): Verdict | undefined {
  if (isReadOnly) return undefined;
  return secretNamed(snapshot.sealed, [...deny, ...(code?.texts ?? [])]);
}

/** A command whose name is the value of a variable may be one that a rule denies, and so may its sub-command. */
function uncertaintyDemand(
  { rules, names }: Judge,
  { isUncertain, open }: CommandAction,
): Verdict | undefined {
  const rule =
    (isUncertain === true ? rules.mayConcern(names) : undefined) ?? rules.forSubcommand(names, open ?? []);
  return rule === undefined ? undefined : kept({ kind: 'may-concern', rule, path: undefined });
}

/** No rule lets a model give rights to itself or another agent. A session with no more than these is none. */
function grantDemand({ snapshot: { mode } }: Judge, { grant }: CommandAction): Verdict | undefined {
  if (grant === undefined || effectsIn(mode) === 'allow') return undefined;
  if (grant.mode !== undefined && PERMISSION_MODE_TABLE[mode].noLooser.some((one) => one === grant.mode))
    return undefined;
  return kept({ kind: 'gives-rights', what: grant.what });
}

function cautionDemand({ snapshot }: Judge, { caution }: CommandAction): Verdict | undefined {
  if (caution === undefined || effectsIn(snapshot.mode) === 'allow') return undefined;
  return kept({ kind: 'caution', message: caution });
}

function commandAllowance(judge: Judge, command: CommandAction): Verdict {
  const { rules, names, snapshot, toolAllow } = judge;
  const { mode } = snapshot;
  if (effectsIn(mode) === 'allow') return allowedByMode(snapshot);
  if (
    effectsIn(mode) === 'ask-except-edits' &&
    command.isFileEdit &&
    firstUnallowed(judge, command.files) === undefined
  ) {
    return allowedByMode(snapshot);
  }
  if (toolAllow !== undefined) return allowedByRule(toolAllow);
  // `Bash(grep *)` doesn't apply to grep started by `xargs -n1`: a rule must allow what runs it.
  const rule =
    command.runBy === undefined
      ? rules.forCommand('allow', names, command, { skipsBroad: effectsIn(mode) === 'classify' })
      : undefined;
  if (rule !== undefined) return allowedByRule(rule);
  if (!command.isReadOnly) return undecided({ kind: 'changes-things', why: command.why });
  return firstUnallowed(judge, command.files) ?? allowedAsReading({ kind: 'read-only' });
}

function firstUnallowed(judge: Judge, files: readonly FileAction[]): Verdict | undefined {
  for (const file of files) {
    const verdict = fileAllowance(judge, file, false);
    if (weightOf(verdict) > 0) return verdict;
  }
  return undefined;
}

/** What allows the command that runs it is decided there. */
function coveredByOuter(): Verdict {
  return allowedAsReading({ kind: 'nested' });
}

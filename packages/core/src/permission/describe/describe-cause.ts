import type { DecisionCause } from '../../data/decision-cause.ts';
import type { PermissionRule } from '../../data/permission-rule.ts';

/** A cause in words: one clause without a full stop, for a person and a model alike. */
export function describeCause(cause: DecisionCause, subject: string): string {
  switch (cause.kind) {
    case 'rule':
      return cause.otherName === undefined
        ? `${ruleText(cause.rule)} matches ${subject}`
        : `${ruleText(cause.rule)} matches ${cause.otherName}, which is another name for a file of ${subject}`;
    case 'may-concern':
      if (cause.named === 'file')
        return `${ruleText(cause.rule)} applies to ${cause.path}, which ${subject} may change`;
      if (cause.named === 'directory')
        return `Sluice can't tell which files in ${cause.path} ${subject} changes, and ${ruleText(cause.rule)} may apply to one of them`;
      return cause.path === undefined
        ? `Sluice can't tell what ${subject} runs or touches, and ${ruleText(cause.rule)} may apply to it`
        : `${ruleText(cause.rule)} may apply to one of the files of ${subject}`;
    case 'interaction':
      return cause.planFile === undefined
        ? `${subject} needs an answer from a person every time`
        : `${subject}, with the plan in ${cause.planFile}, needs an answer from a person every time`;
    case 'critical-removal':
      return `${subject} ${CRITICAL_VERBS[cause.does ?? 'remove']} ${removedText(cause)}, which asks in every mode`;
    case 'protected-path':
      return `${cause.path} is protected (${cause.name})`;
    case 'gives-rights':
      return `${subject} would ${cause.what}`;
    case 'sealed':
      if (cause.above !== undefined) {
        const does = { remove: 'removes', write: 'writes over', read: 'reads all of' }[cause.access];
        const what = cause.holds ?? 'the records of this session';
        const is = cause.what === undefined ? '' : ` (${cause.what})`;
        const rest = cause.access === 'read' ? '' : '; no tool call may change those';
        return `${subject} ${does} ${cause.above}${is}, which contains ${what} (${cause.path})${rest}`;
      }
      if (cause.holds !== undefined)
        return `${cause.path} contains ${cause.holds}, which no tool call may read or change`;
      return cause.access === 'read'
        ? `${cause.path} contains earlier versions of files for sluice undo; no tool call may read it`
        : `${cause.path} belongs to the records of this session, which no tool call may change`;
    case 'isolation':
      return `${subject} leaves the agent's own worktree (${cause.why}); work in ${cause.path}, and write paths and commands literally`;
    case 'plan-mode':
      return `${subject === cause.path ? `plan mode does not allow changes to ${subject}` : `${subject} changes things, which plan mode does not allow`}${cause.isFinal === true ? INSTEAD_OF_CHANGES : ''}`;
    case 'opaque':
      return `the command can't be fully analyzed (${cause.message})`;
    case 'caution':
      return `${subject}: ${cause.message}`;
    case 'mode':
      return `the mode ${cause.mode} allows ${subject}`;
    case 'read-only':
      return `${subject} only reads`;
    case 'nested':
      return `${subject} is part of the command around it`;
    case 'inside':
      return 'it only reads inside the working directory';
    case 'outside':
      return `${cause.path} is outside the working directory`;
    case 'unknown-path':
      return `which file ${subject} ${cause.access === 'read' ? 'reads' : 'writes'} is unknown`;
    case 'changes-file':
      return subject === cause.path
        ? `no rule allows changes to ${cause.path}`
        : `no rule allows ${subject} to change ${cause.path}`;
    case 'changes-things':
      // `it changes files` says more than that it may.
      if (/^it (?:changes|writes)/.test(cause.why ?? ''))
        return `no rule allows ${subject}, and ${cause.why}`;
      return `no rule allows ${subject}, which may change things${cause.why === undefined ? '' : ` (${cause.why})`}`;
    case 'definition-changed':
      return `${subject} has changed since ${ruleText(cause.rule)} was first used: ${cause.what}`;
    case 'undeclared':
      return `${subject} does not declare which files it reads`;
    case 'host':
      return `no rule allows the host ${cause.host}`;
    case 'failed':
      return `Sluice could not determine what ${subject} does: ${cause.message}`;
    default:
      return cause satisfies never;
  }
}

const INSTEAD_OF_CHANGES =
  ': if you have ExitPlanMode and someone can approve the plan, write it and present it; if another agent opened you, report it to that agent; otherwise, put it into your last message';

const CRITICAL_VERBS = {
  remove: 'removes',
  overwrite: 'overwrites',
  'change-access': 'changes the permissions of everything in',
  'change-contents': 'writes over everything in',
} as const;

function removedText({
  path,
  what,
  isContents,
}: Extract<DecisionCause, { kind: 'critical-removal' }>): string {
  if (path === undefined) return `what is in ${what}`;
  return `${isContents ? 'what is in ' : ''}${path} (${what})`;
}

/** `the deny rule Bash(rm *) (project, /p/.sluice/settings.json:4)`. */
export function ruleText({ behavior, text, source, file, line }: PermissionRule): string {
  const place = file === undefined ? '' : `, ${file}${line === undefined ? '' : `:${line}`}`;
  return `the ${behavior} rule ${text} (${sourceText(source)}${place})`;
}

function sourceText(source: PermissionRule['source']): string {
  return source === 'cli' ? 'command line' : source;
}

import type { DecisionCause } from '../data/decision-cause.ts';
import type { PermissionRule } from '../data/permission-rule.ts';

/** A cause in words: one clause without a full stop, for a person and a model alike. */
export function describeCause(cause: DecisionCause, subject: string): string {
  switch (cause.kind) {
    case 'rule':
      return `${ruleText(cause.rule)} matches ${subject}`;
    case 'may-concern':
      return cause.path === undefined
        ? `what ${subject} runs or touches is not known, and ${ruleText(cause.rule)} may be about it`
        : `${ruleText(cause.rule)} may be about one of the files of ${subject}`;
    case 'interaction':
      return `${subject} needs a person to answer it each time`;
    case 'critical-removal':
      return `${subject} removes ${removedText(cause)}, which every mode asks about`;
    case 'protected-path':
      return `${cause.path} is protected (${cause.name})`;
    case 'sealed':
      if (cause.above !== undefined && cause.access !== 'read') {
        const does = cause.access === 'remove' ? 'removes' : 'writes over';
        const what = cause.holds ?? 'the records of this session';
        const is = cause.what === undefined ? '' : ` (${cause.what})`;
        return `${subject} ${does} ${cause.above}${is}, which contains ${what} (${cause.path}); no tool call may change those`;
      }
      if (cause.holds !== undefined)
        return `${cause.path} holds ${cause.holds}, which no call reads or changes`;
      return cause.access === 'read'
        ? `${cause.path} holds what files were before they were changed; sluice undo uses it, and calls do not read it`
        : `${cause.path} belongs to the records of this session, which no call changes`;
    case 'plan-mode':
      return `${subject} changes things, which plan mode does not allow`;
    case 'opaque':
      return `the command is not fully understood (${cause.message})`;
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
      return `which file ${subject} ${cause.access === 'read' ? 'reads' : 'writes'} is not known`;
    case 'changes-file':
      return subject === cause.path ? `it changes ${cause.path}` : `${subject} changes ${cause.path}`;
    case 'changes-things':
      return `no rule allows ${subject}, which may change things${cause.why === undefined ? '' : ` (${cause.why})`}`;
    case 'undeclared':
      return `${subject} does not declare which files it reads`;
    case 'host':
      return `no rule allows the host ${cause.host}`;
    case 'failed':
      return `what ${subject} does could not be told: ${cause.message}`;
    default:
      return cause satisfies never;
  }
}

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

import type { Redirection, Word } from '../../tree.ts';
import type { FileEffect } from '../analysis.ts';
import { addedItem, type Item } from '../item/item.ts';
import { itemsOf, valueOf, type Lookup } from '../item/items-of.ts';
import { NO_FILE, pathEffects, type Standpoint } from './path-effects.ts';

export interface RedirectionEffects {
  readonly files: readonly FileEffect[];
  readonly usesNetwork: boolean;
  /** Why it isn't read-only; undefined: it is. */
  readonly hazard: string | undefined;
  readonly caution: string | undefined;
}

/** What redirections open, in each of the ways that the variables in them may be. */
export function redirectionEffects(
  redirections: readonly Redirection[],
  source: string,
  lookups: readonly Lookup[],
  standpoint: Standpoint,
): RedirectionEffects {
  const effects = redirections.flatMap((one) =>
    lookups.map((lookup) => withOperator(effectOf(one, source, lookup, standpoint), one)),
  );
  const files = effects.flatMap((one) => one.files);
  return {
    files,
    usesNetwork: effects.some((one) => one.usesNetwork),
    hazard: effects.find((one) => one.hazard !== undefined)?.hazard,
    caution: effects.find((one) => one.caution !== undefined)?.caution,
  };
}

function withOperator(effects: RedirectionEffects, { operator }: Redirection): RedirectionEffects {
  return { ...effects, files: effects.files.map((file) => ({ ...file, operator })) };
}

/** What redirections write over, rather than read or add to. */
export function overwrittenItems(
  redirections: readonly Redirection[],
  source: string,
  lookups: readonly Lookup[],
): readonly Item[] {
  // A pattern that matches several files is an error here.
  const over = redirections.filter(
    ({ operator, target }) =>
      /^(?:&>|>[|&]?)$/u.test(operator) && target.parts.every(({ type }) => type !== 'glob'),
  );
  return over.flatMap(({ target }) => lookups.flatMap((lookup) => itemsOf(target, source, lookup)));
}

const NOTHING: RedirectionEffects = { files: [], usesNetwork: false, hazard: undefined, caution: undefined };

function effectOf(
  redirection: Redirection,
  source: string,
  lookup: Lookup,
  standpoint: Standpoint,
): RedirectionEffects {
  const { operator, target, descriptor } = redirection;
  if (typeof descriptor === 'string') {
    const why = `{${descriptor}} names a descriptor that is not known`;
    return {
      ...effectOf({ ...redirection, descriptor: 0 }, source, lookup, standpoint),
      hazard: why,
      caution: why,
    };
  }
  if (operator === '<<' || operator === '<<-' || operator === '<<<') return NOTHING;
  const written = source.slice(target.start, target.end).trim();
  const value = valueOf(target, lookup);
  if (operator === '>&' || operator === '<&') {
    if (value !== undefined && /^(?:\d+-?|-)$/u.test(value)) return NOTHING;
    if (operator === '<&') return refused(`${operator}${written} may be a descriptor or a file`);
  }
  if (target.parts.length === 1 && target.parts[0]?.type === 'process-substitution') return NOTHING;
  const isRead = operator === '<';
  const item = { ...addedItem(value), written };
  if (value !== undefined) {
    if (NO_FILE.test(value)) return NOTHING;
    if (/^\/dev\/(?:tcp|udp)\//u.test(value)) {
      const why = `${value} is a connection to another machine`;
      return { ...NOTHING, usesNetwork: true, hazard: why, caution: why };
    }
  }
  const match = isRead && value === undefined ? matchOf(target, source, lookup) : undefined;
  if (match !== undefined) return { ...NOTHING, files: pathEffects('read', match, false, standpoint) };
  const found = pathEffects(isRead ? 'read' : 'write', item, value === undefined, standpoint);
  const files = operator.endsWith('>>')
    ? found.map((effect) => ({ ...effect, isAppended: true as const }))
    : found;
  if (isRead) {
    const mayConnect = value === undefined && mayBeConnection(target);
    return {
      ...NOTHING,
      files,
      hazard: mayConnect ? `${written} may be a connection to another machine` : undefined,
    };
  }
  const caution = cautionOf(target, value, written, standpoint);
  return { ...NOTHING, files, hazard: `it writes to ${written}`, caution };
}

/** A variable that holds one match of the pattern that a loop goes through: `wc -l < "$f"`. */
function matchOf(target: Word, source: string, lookup: Lookup): Item | undefined {
  if (target.parts.some(({ type }) => type === 'glob')) return undefined;
  const [item, ...more] = itemsOf(target, source, lookup);
  if (item?.isGlob !== true || more.length > 0 || typeof item.value !== 'object') return undefined;
  // What a pattern's own sign matches holds no slash.
  const { prefix } = item.value;
  return item.globs.length === 0 || (prefix !== '' && mayBegin(prefix)) ? undefined : item;
}

/** Whether a word that isn't known may become `/dev/tcp/…`: its literal beginning doesn't rule it out. */
function mayBeConnection({ parts }: Word): boolean {
  const [first] = parts;
  if (first?.type === 'glob') return false;
  return mayBegin(first?.type === 'literal' ? first.value : '');
}

function mayBegin(start: string): boolean {
  return ['/dev/tcp/', '/dev/udp/'].some((device) => device.startsWith(start) || start.startsWith(device));
}

function cautionOf(
  target: Word,
  value: string | undefined,
  written: string,
  standpoint: Standpoint,
): string | undefined {
  if (target.parts.some(({ type }) => type === 'tilde' || type === 'glob' || type === 'braces'))
    return `the shell expands ${written}, to which it writes`;
  if (value === undefined) return `it writes to ${written}, which is not known`;
  if (!value.startsWith('/') && standpoint.directory === undefined)
    return `it writes to ${written} in an unknown directory`;
  return undefined;
}

function refused(hazard: string): RedirectionEffects {
  return { ...NOTHING, hazard, caution: hazard };
}

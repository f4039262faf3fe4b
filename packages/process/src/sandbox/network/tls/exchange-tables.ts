import type { MaskedSecret } from '../masked-secret.ts';
import { replacementTable, type Replacement, type ReplacementTable } from './replacement-table.ts';
import { jsonSpelling, spellings } from './spellings.ts';

/** What to replace in requests to one host and in its responses. */
export interface ExchangeTables {
  /** For header values: since a line can't end in one, whitespace around a value is trimmed. */
  readonly header: ReplacementTable;
  /** For the request target, where values are percent-encoded. */
  readonly target: ReplacementTable;
  /** For bodies: values are percent-encoded in forms and escaped in JSON. */
  body(contentType: string | undefined): ReplacementTable;
  /** For responses: values, in all their `spellings`, and their placeholders. */
  readonly back: ReplacementTable;
}

type Spell = (text: string) => string;

const plain: Spell = (text) => text;
const inTarget: Spell = (text) => encodeURIComponent(text.toWellFormed());

/** A shorter value would match by accident. */
const LEAST_BACK = 8;

export function exchangeTables(secrets: readonly MaskedSecret[]): ExchangeTables {
  const toValues = (spell: Spell, shorten: Spell = plain): ReplacementTable =>
    tableOf(
      secrets.flatMap(({ standIn, value }) =>
        [standIn, spell(standIn)].map((from) => ({ from, to: spell(shorten(value)) })),
      ),
    );
  const raw = toValues(plain);
  const form = toValues(inTarget);
  const json = toValues(jsonSpelling);
  const back = secrets.flatMap(({ standIn, value }) =>
    [value, value.trim()].flatMap((whole) => spellings(whole).map((from) => ({ from, to: standIn }))),
  );
  return {
    header: toValues(plain, (text) => text.trim()),
    target: toValues(inTarget, (text) => text.trim()),
    body(contentType = '') {
      const [type = ''] = contentType.toLowerCase().split(';', 1);
      if (type.trim() === 'application/x-www-form-urlencoded') return form;
      return type.includes('json') ? json : raw;
    },
    back: tableOf(back.filter(({ from }) => from.length >= LEAST_BACK)),
  };
}

/** Whether a replacement never changes a text's length. */
export function keepsLength({ replacements }: ReplacementTable): boolean {
  return replacements.every(({ from, to }) => from.length === to.length);
}

function tableOf(pairs: readonly { readonly from: string; readonly to: string }[]): ReplacementTable {
  const unlike = new Map(pairs.filter(({ from }) => from !== '').map(({ from, to }) => [from, to]));
  return replacementTable(
    [...unlike].map(([from, to]): Replacement => ({ from: Buffer.from(from), to: Buffer.from(to) })),
  );
}

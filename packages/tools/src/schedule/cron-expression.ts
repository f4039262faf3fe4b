interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

const FIELDS: readonly Field[] = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  // 0 and 7 are Sunday.
  { name: 'day of the week', least: 0, most: 7 },
];

/** `*`, `5`, `1-5`, each with `/2` or not. */
const ITEM = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

/** What is wrong with a cron expression, as a sentence that names the field. Undefined: nothing. */
export function cronProblem(cron: string): string | undefined {
  const given = cron.trim().split(/\s+/);
  if (given.length !== FIELDS.length || given[0] === '') {
    const count = given[0] === '' ? 0 : given.length;
    return `A cron expression has five fields (minute, hour, day of the month, month, day of the week), not ${count}: write "0 9 * * 1-5" for 9:00 on weekdays.`;
  }
  for (const [index, field] of FIELDS.entries()) {
    const text = given[index] ?? '';
    const wrong = text.split(',').find((item) => !isItem(item, field));
    if (wrong !== undefined)
      return `The field ${field.name} can't be ${JSON.stringify(text)}: it takes numbers from ${field.least} to ${field.most}, *, ranges such as ${field.least}-${field.most}, steps such as */2, and lists of these with commas. Names, L, W and # are not supported.`;
  }
  return undefined;
}

/** The expression with single blanks, and with `5/15` as the range that it stands for. */
export function plainCron(cron: string): string {
  return cron
    .trim()
    .split(/\s+/)
    .map((field, index) =>
      field
        .split(',')
        .map((item) => item.replace(/^(\d+)\//, `$1-${FIELDS[index]?.most === 7 ? 6 : FIELDS[index]?.most}/`))
        .join(','),
    )
    .join(' ');
}

function isItem(item: string, { least, most }: Field): boolean {
  const match = ITEM.exec(item);
  if (match === null) return false;
  const [first, last, step] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const fits = (number: number | undefined): boolean =>
    number === undefined || (number >= least && number <= most);
  return (
    fits(first) && fits(last) && (last ?? most) >= (first ?? least) && (step ?? 1) >= 1 && (step ?? 1) <= most
  );
}

/** A form of text that a field can ask for. */
export interface TextFormat {
  /** What a text of another form is told. */
  readonly message: string;
  /** Said after the field's text. */
  readonly hint: string;
  readonly fits: (text: string) => boolean;
}

/** By the names that JSON Schema has for them. */
export const TEXT_FORMATS: ReadonlyMap<unknown, TextFormat> = new Map([
  [
    'email',
    {
      message: 'must be an email address, such as name@example.com',
      hint: '',
      fits: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text),
    },
  ],
  [
    'uri',
    {
      message: 'must be an address with its scheme, such as https://example.com/page',
      hint: '',
      fits: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text),
    },
  ],
  [
    'date',
    {
      message: 'must be a date that exists, such as 2026-01-31',
      hint: ' (YYYY-MM-DD)',
      fits: isDate,
    },
  ],
  [
    'date-time',
    {
      message: 'must be a date, a time and its zone, such as 2026-01-31T09:30:00Z',
      hint: ' (such as 2026-01-31T09:30:00Z)',
      fits: isDateTime,
    },
  ],
]);

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // A day that the month doesn't have becomes one of the next month.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const [, date = '', time] = /^(\d{4}-\d{2}-\d{2})[Tt](\S+)$/.exec(text) ?? [];
  return (
    isDate(date) &&
    /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(time ?? '')
  );
}

import {
  SETTING_KEYS,
  type Merge,
  type SettingKey,
  type Shape,
  type Untrusted,
  type Use,
} from '@sluice/settings';

const HEAD = ['Key', 'Value', 'Default', 'Set in', 'Merge', 'If untrusted', 'Effect', 'Description'];

/** The table of keys in docs/settings.md. */
export function settingsTable(): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...SETTING_KEYS.map(cells)];
  return rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`).join('');
}

function cells({ key, shape, default: usual, setBy, merge, untrusted, use, purpose }: SettingKey): string[] {
  return [
    `\`${key}\``,
    valueOf(shape),
    usual === undefined ? '' : code(usual),
    { anybody: 'any file', 'not-repository': 'not project, local', managed: 'managed' }[setBy],
    mergeOf(merge),
    setBy === 'anybody' ? trustOf(untrusted) : '',
    effectOf(use),
    purpose,
  ];
}

function valueOf(shape: Shape): string {
  switch (shape.kind) {
    case 'boolean':
      return 'true, false';
    case 'one-of':
      return shape.words.map((word) => `\`${word}\``).join(' ');
    case 'number':
      return `number, ${rangeOf(shape)}`;
    case 'list':
      return `list of ${pluralOf(shape.of)}`;
    case 'map':
      return `object of ${pluralOf(shape.of)}`;
    case 'server-match':
      return 'object';
    case 'key':
    case 'variable':
    case 'rule':
    case 'object':
    case 'anything':
      return shape.kind;
    case 'text':
      return 'string';
    default:
      return shape satisfies never;
  }
}

function pluralOf(shape: Shape): string {
  if (shape.kind === 'one-of') return valueOf(shape);
  if (shape.kind === 'anything') return shape.kind;
  return shape.kind === 'number' ? `numbers, ${rangeOf(shape)}` : `${valueOf(shape)}s`;
}

function rangeOf({ least, max }: Extract<Shape, { kind: 'number' }>): string {
  return `${least} ${max === undefined ? 'or more' : `to ${max}`}`;
}

function mergeOf(merge: Merge): string {
  if (typeof merge === 'object') return `${code(merge.any)} in any file wins`;
  return { highest: 'highest', joined: 'joined', deep: 'field by field' }[merge];
}

function trustOf(untrusted: Untrusted): string {
  if (untrusted === 'all') return 'applies';
  if (untrusted === 'nothing') return '–';
  return 'only' in untrusted ? `only ${untrusted.only.map(code).join(' ')}` : `only ${untrusted.text}`;
}

function effectOf(use: Use): string {
  if (typeof use === 'object') return `later: ${use.later}`;
  return { live: 'at once', start: 'at start', none: 'none' }[use];
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

const LIST = /^\{[\w./:@%+=-]*(?:,[\w./:@%+=-]*)+\}$/u;
const RANGE = /^\{(0|-?[1-9]\d{0,3})\.\.(0|-?[1-9]\d{0,3})\}$/u;
/** Longer ones are not tried one by one. */
const LONGEST = 20;

/** What one plain brace expansion becomes; undefined where it is not that plain. */
export function braceList(source: string): readonly string[] | undefined {
  const range = RANGE.exec(source);
  if (range !== null) {
    const first = Number(range[1]);
    const last = Number(range[2]);
    const count = Math.abs(last - first) + 1;
    if (count > LONGEST) return undefined;
    return Array.from({ length: count }, (_, index) => String(first + (last >= first ? index : -index)));
  }
  if (!LIST.test(source)) return undefined;
  const list = source.slice(1, -1).split(',');
  return list.length > LONGEST ? undefined : list;
}

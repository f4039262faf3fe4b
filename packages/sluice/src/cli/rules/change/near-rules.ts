import { nearestName } from '@sluice/base';

const MAX = 3;

/** Up to three rules that the user may have meant, the closest first. */
export function nearRules(wrong: string, texts: readonly string[]): readonly string[] {
  const near: string[] = [];
  let others = [...new Set(texts)];
  while (near.length < MAX) {
    const next = nearestName(wrong, others);
    if (next === undefined) break;
    near.push(next);
    others = others.filter((text) => text !== next);
  }
  return near;
}

import { isSpeaker, type SpokenText } from '../result/marked-text.ts';
import { isJsonObject } from '../data/json.ts';

/** Texts from their JSON list; none if it isn't such a list. A text that stands alone is a hook's. */
export function parseSpoken(json: string | undefined): readonly SpokenText[] {
  if (json === undefined) return [];
  try {
    const value: unknown = JSON.parse(json);
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.flatMap((item): readonly SpokenText[] => {
      if (typeof item === 'string') return [{ text: item, speaker: 'hook' }];
      if (!isJsonObject(item)) return [];
      const { text, speaker, toolName } = item;
      if (typeof text !== 'string' || !isSpeaker(speaker)) return [];
      return [typeof toolName === 'string' ? { text, speaker, toolName } : { text, speaker }];
    });
  } catch {
    return [];
  }
}

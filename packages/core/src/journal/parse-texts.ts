/** Texts from their JSON list; none when it is no such list. */
export function parseTexts(json: string | undefined): readonly string[] {
  if (json === undefined) return [];
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter((item: unknown) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

import type { LoadedLayer } from '../loaded-settings.ts';
import { createLineIndex, type TextPosition } from '../read/line-index.ts';
import { jsonPointer, scanJson, type JsonPlaces } from '../read/scan-json.ts';

/** `sandbox.credentials.files`, an entry of it, and a field of that. */
const DEPTH = 5;

interface Places {
  readonly places: JsonPlaces;
  readonly positionAt: (offset: number) => TextPosition;
}

const KNOWN = new WeakMap<LoadedLayer, Places>();

/** Where a value stands in its file: the key's place, or that of a list's entry. The text is gone through once a layer. */
export function placeInLayer(
  layer: LoadedLayer,
  path: readonly (string | number)[],
): TextPosition | undefined {
  let known = KNOWN.get(layer);
  if (known === undefined) {
    known = { places: scanJson(layer.text, DEPTH), positionAt: createLineIndex(layer.text) };
    KNOWN.set(layer, known);
  }
  const pointer = jsonPointer(path);
  const offset = known.places.keys.get(pointer) ?? known.places.values.get(pointer);
  return offset === undefined ? undefined : known.positionAt(offset);
}

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

/** The position of a value in its file: of the key, or of a list entry. Scans the text once per layer. */
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

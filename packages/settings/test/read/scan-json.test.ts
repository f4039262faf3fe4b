import fc from 'fast-check';
import { parseTree, findNodeAtLocation } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { createLineIndex } from '../../src/read/line-index.ts';
import { jsonPointer, scanJson } from '../../src/read/scan-json.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const jsonish = fc.oneof(
  fc.json(),
  fc
    .json()
    .chain((text) =>
      fc
        .tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 2 }))
        .map(([at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone)),
    ),
  fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"\\u00e',
        '1',
        '01',
        '-',
        '1e',
        'true',
        'nul',
        ' ',
        '\n',
        '//',
        '\t',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('scanJson', () => {
  it('takes for JSON what JSON.parse takes for it, and nothing else', () => {
    fc.assert(
      fc.property(jsonish, (text) => {
        expect(scanJson(text).failure === undefined).toBe(parses(text));
      }),
      { numRuns: Math.min(3000, Number(process.env['SLUICE_RUNS'] ?? 3000)) },
    );
  });

  it('finds values where a parser with places finds them', () => {
    const text = fc.record({ permissions: fc.dictionary(fc.string(), fc.array(fc.jsonValue())) });
    fc.assert(
      fc.property(text, fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const written = JSON.stringify(value, null, indent);
        const tree = parseTree(written);
        const { values } = scanJson(written);
        if (tree === undefined) throw new Error('no tree');
        const { permissions }: { permissions: Record<string, unknown[]> } = JSON.parse(written);
        for (const [key, list] of Object.entries(permissions)) {
          for (const index of list.keys()) {
            const path = ['permissions', key, index];
            expect(values.get(jsonPointer(path))).toBe(findNodeAtLocation(tree, path)?.offset);
          }
        }
      }),
      { numRuns: Math.min(300, Number(process.env['SLUICE_RUNS'] ?? 300)) },
    );
  });

  it.each([
    ['a comment', '{\n  // no\n}', '2:3', 'comments are not allowed'],
    ['a block comment', '{"a": 1 /* no */}', '1:9', 'comments are not allowed'],
    ['a comma at the end', '{"a": [1,\n]}', '1:9', 'there is an extra comma before ]'],
    ['a missing comma', '{"a": 1\n "b": 2}', '2:2', 'a comma or }'],
    ['a truncated file', '{"a": ["b"', '1:11', 'ends too early'],
    ['a truncated string', '{"a": "b', '1:9', 'ends too early'],
    ['nothing', '', '1:1', 'ends too early'],
    ['two values', '{} {}', '1:4', 'the end of the file'],
    ['single quotes', "{'a': 1}", '1:2', 'a key in double quotes'],
    ['a line break in a string', '{"a": "\n"}', '1:8', 'the rest of a string'],
  ])('says where it stops being JSON: %s', (_, text, place, message) => {
    const { failure } = scanJson(text);
    const { line, column } = createLineIndex(text)(failure?.offset ?? -1);
    expect(`${line}:${column}`).toBe(place);
    expect(failure?.message).toContain(message);
  });

  it('finds keys that stand twice', () => {
    const text = '{"permissions": {"deny": [], "deny": []}, "__proto__": 1, "__proto__": 2}';
    expect(scanJson(text).duplicates.map(({ pointer }) => pointer)).toEqual([
      '/permissions/deny',
      '/__proto__',
    ]);
  });

  it('survives any depth', () => {
    const depth = 500_000;
    expect(scanJson('['.repeat(depth) + ']'.repeat(depth)).failure).toBeUndefined();
    expect(scanJson('{"a":'.repeat(depth)).failure?.message).toContain('ends too early');
  });
});

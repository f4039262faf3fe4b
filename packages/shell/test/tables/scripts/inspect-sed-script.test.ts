import { describe, expect, it } from 'vitest';
import { inspectSedScript } from '../../../src/tables/scripts/inspect-sed-script.ts';

describe('a script that only prints', () => {
  const harmless = [
    '',
    'p',
    '1p',
    '1,5p',
    '$p',
    '$!d',
    '1~2p',
    '2,+3p',
    '2,~4p',
    '0,/x/d',
    '/x/p',
    '/x/I,/y/{p;d}',
    '\\,a/b,p',
    '/a/ , /b/ !d',
    '1!G;h;$!d',
    ':a;N;$!ba;s/\\n/ /g',
    ':a\nN\n$!ba\ns/x/y/',
    ':a N;$!ba;s/\\n/ /g',
    ':a;$!{N;ba};s/\\n/ /g',
    ':a;/x/{s/x/y/;ta }',
    '/x/{n\nb my-end.1\n}',
    's/a/b/',
    's/a/b/gI;s/c/d/2p',
    's,a\\,b,c,',
    's|/usr|/opt|g',
    's/[^]]/x/',
    's/[[:space:]]*$//',
    's/[[:alpha:]\\]/x/',
    's/a/b\\\nc/',
    'y/abc/xyz/',
    '1i\\\nw text',
    '2a w text\n3d',
    '$a e text',
    '1c\\\nw one\\\nw two\np',
    '# w comment\np',
    '1{s/a/b/;p};q',
    'q5',
    'l 5',
    '5q;=',
    's/w/e/g',
    '/x/s//y/g ; n ; d # done',
  ];
  for (const script of harmless) {
    it(JSON.stringify(script), () => {
      expect(inspectSedScript(script)).toBeUndefined();
    });
  }
});

describe('a script that may do more', () => {
  const more = [
    'w out',
    'W out',
    'r in',
    'R in',
    'e',
    'e ls',
    '1e ls',
    '1,2!w out',
    '/x/w out',
    '\\,x,w out',
    '{w out',
    '1{p;w out',
    'p;w out',
    'p\nw out',
    'p}w out',
    's/a/b/w out',
    's/a/b/gw out',
    's/a/b/e',
    's/a/b/ge',
    's/a/b/;e',
    's,a,b,w out',
    's/[/]/x/;w out/',
    's/[[:a/:]]/x/w out',
    'a x\nw out',
    'a\\\\\nw out',
    'a\\\\\\\nw out',
    'i\\\nx\nw out',
    ':a;b\nw out',
    ':a;a\\\nw out',
    'b;w out',
    't x;w out',
    '#\nw out',
    'y/a/b/;w out',
    'y/a/b/w out',
    's\na\nb\nw out',
    's;a;b;w out',
    's a b w out',
    's/a\nw out',
    's/a/b\nw out/',
    'q;w out',
    'v',
    'M',
    'p x',
    '1,w out',
    '/a/,w out',
    '/a',
    's/a',
    's/a/b',
    'y/a/b',
    'é',
  ];
  for (const script of more) {
    it(JSON.stringify(script), () => {
      expect(inspectSedScript(script)).toBeDefined();
    });
  }
});

describe('a character after a label that is not part of every label', () => {
  // Every character that some program or locale may take for the end of a label, or for a part of it.
  const ends = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => !/[\w.\- \t\n;]/.test(character),
  );
  const blanks = ['\u00a0', '\u0085', '\u1680', '\u2003', '\u2028', '\u3000', '\ufeff', 'é'];
  for (const end of [...ends, ...blanks]) {
    it(JSON.stringify(end), () => {
      for (const label of [':x', 'b x', 'tx', 'T', 'b', 'bx}'])
        for (const rest of ['i;e ls', 'e', 'w out'])
          expect(inspectSedScript(`${label}${end}${rest}`), `${label}${end}${rest}`).toBeDefined();
    });
  }
});

describe('a delimiter that is more than one byte, or a blank to some', () => {
  for (const delimiter of ['é', '\u00a0', '\v', '\f', '\r', '\u0000', '\u0001', '\u007f']) {
    it(JSON.stringify(delimiter), () => {
      for (const script of [`s${delimiter}a${delimiter}b${delimiter}`, `\\${delimiter}a${delimiter}p`])
        expect(inspectSedScript(script)).toBeDefined();
    });
  }
});

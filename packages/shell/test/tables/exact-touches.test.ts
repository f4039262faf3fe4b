import { describe, expect, it } from 'vitest';
import { exactTouches } from '../../src/tables/exact-touches.ts';
import { lines, words } from './words.ts';

/** What each touches: access, path (`…` where only its beginning is known, `?` where nothing is), `/**` for a tree. */
const table: readonly (readonly [string, string])[] = [
  ['mkdir a b', 'write a, write b'],
  ['mkdir -pv -m 755 a/b', 'write a/b'],
  ['/bin/mkdir a', 'write a'],
  ['mkdir -- ?1', 'write …'],
  ['touch a src/?+', 'write a, write src/…'],
  ['touch -r b a', 'read b, write a'],
  ['touch -d yesterday a', 'write a'],
  ['sort -o out a b', 'read a, read b, write out'],
  ['sort a -k2 -oa', 'read a, write a'],
  ['sort --output=out --random-source=r a', 'read r, read a, write out'],
  ['sort -o ?1 a', 'read a, write …'],
  ['rm a', 'remove a'],
  ['rm -rf a', 'remove a/**'],
  ['rm a -R', 'remove a/**'],
  ['rm --recurs a', 'remove a/**'],
  ['rm -f src/?+', 'remove src/…'],
  ['rm -- ??', 'remove ?'],
  ['rmdir a', 'remove a'],
  ['rmdir -p a/b/c', 'remove a/b/c, remove a/b, remove a'],
  ['unlink a', 'remove a'],
  ['shred -u a', 'write a, remove a'],
  ['mv a b', 'remove a/**, write b/**, write b/a/**'],
  ['mv a .', 'remove a/**, write ./a/**'],
  ['mv a/.git/ ..', 'remove a/.git//**, write ../.git/**'],
  ['mv -t d a b', 'remove a/**, remove b/**, write d/a/**, write d/b/**'],
  ['cp a b', 'read a, write b, write b/a'],
  ['cp x/a .', 'read x/a, write ./a'],
  ['cp a b/', 'read a, write b/a'],
  ['cp a b d', 'read a, read b, write d/a, write d/b'],
  ['cp -T a b', 'read a, write b'],
  ['cp -t d a', 'read a, write d/a'],
  ['cp --target-directory=d a', 'read a, write d/a'],
  ['cp --targ d a', 'read a, write d/a'],
  ['cp -r a b', 'read a/**, write b/**, write b/a/**'],
  ['cp -a a b', 'read a/**, write b/**, write b/a/**'],
  ['cp -r d/.git .', 'read d/.git/**, write ./.git/**'],
  ['cp -R d/.husky x ..', 'read d/.husky/**, read x/**, write ../.husky/**, write ../x/**'],
  ['cp -a -t . d/.claude', 'read d/.claude/**, write ./.claude/**'],
  ['cp -d a b', 'read a, write b, write b/a'],
  ['cp --no-deref a b', 'read a, write b, write b/a'],
  ['cp a ./?1', 'read a, write ./…/**'],
  ['ln -s a b', 'read a, write b, write b/a'],
  ['ln a b', 'write a, write b, write b/a'],
  ['ln -s x/a', 'read x/a, write ./a'],
  ['ln -sfn a b', 'read a, write b, write b/a'],
  ['tee a', 'write a'],
  ['tee -a a b', 'write a, write b'],
  ['truncate -s 0 a', 'write a, remove a'],
  ['truncate -s +1K a', 'write a'],
  ['truncate -r b a', 'read b, write a, remove a'],
  ['truncate -r b -s +1K a', 'read b, write a, remove a'],
  ['chmod +x a', 'write a'],
  ['chmod -R 755 a b', 'write a/**, write b/**'],
  ['chmod --reference=b a', 'read b, write a'],
  ['chown me:us a', 'write a'],
  ['chgrp -R us a', 'write a/**'],
  ['install -m 755 a b', 'read a, write b, write b/a'],
  ['install -d a b', 'write a, write b'],
  ['install -Dt d a', 'read a, write d/a'],
  ['dd if=a of=b bs=1M', 'read a, write b'],
  ['dd of=?1', 'write …'],
  ["sed -i 's/a/b/' x y", 'write x, write y'],
  ["sed -i -e 's/a/b/' -e 1d x", 'write x'],
  ["sed -ni '1p;$p' ./?+", 'write ./…'],
  ["sed -i '' 's/a/b/' x", 'write s/a/b/, write x'],
  ["sed --in-place -E 's/(a)/b/' x", 'write x'],
];

/** What lands where under which name isn't told by these, or may be a link. */
const noEdits: readonly (readonly [string, string])[] = [
  ['cp -RT a b', 'read a/**, write b/**'],
  ['cp -rT d .', 'read d/**, write ./**'],
  ['cp ./?1 b', 'read ./…, write b/**'],
  ['cp src/?+ b', 'read src/…, write b/**'],
  ['cp ../.. b', 'read ../.., write b/**'],
  ['cp -r d/. .', 'read d/./**, write ./**'],
  ['cp -r . b', 'read ./**, write b/**'],
  ['cp -r d/.. x b', 'read d/../**, read x/**, write b/**'],
  ['cp -r d/ b', 'read d//**, write b/**, write b/d/**'],
  ['cp -l a b', 'write a, write b, write b/a'],
  ['cp --link -r a .', 'write a/**, write ./a/**'],
  ['cp -s a b', 'read a, write b, write b/a'],
  ['mv src/?+ d', 'remove src/…/**, write d/**'],
  ['mv ./?1 d', 'remove ./…/**, write d/**'],
  ['mv -T a b', 'remove a/**, write b/**'],
];

const edits = new Set('mkdir touch rm rmdir mv cp sed'.split(' '));

function told(line: string): string | undefined {
  const touches = exactTouches(words(line))?.touches.map(({ access, path, isTree }) => {
    const written = typeof path === 'object' ? `${path.prefix}…` : (path ?? '?');
    return `${access} ${written}${isTree ? '/**' : ''}`;
  });
  return touches?.join(', ');
}

for (const [line, expected] of table) {
  it(`${line}: ${expected}`, () => {
    expect(told(line)).toBe(expected);
    const isEdit = edits.has(line.replace('/bin/', '').split(' ')[0] ?? '');
    expect(exactTouches(words(line))?.isFileEdit).toBe(isEdit);
  });
}

for (const [line, expected] of noEdits) {
  it(`${line}: ${expected}, and is not a plain edit`, () => {
    expect(told(line)).toBe(expected);
    expect(exactTouches(words(line))?.isFileEdit).toBe(false);
  });
}

describe('links', () => {
  const bringing = lines(`
    cp -r a b
    cp -R a b
    cp -a a b
    cp -d a b
    cp -P a b
    cp --no-dereference a b
    cp -l a b
    cp -s a b
    mv a b
    ln a b
    ln -s a b
    ln -s x/a
  `);
  const none = lines(`
    cp a b
    cp -p a b
    install a b
    touch a
    rm -r a
    tee a
    dd of=a
    sed -i 1d a
  `);
  for (const [isBringing, list] of [
    [true, bringing],
    [false, none],
  ] as const) {
    it.each(list)(`${isBringing ? 'may be' : 'are not'} what is written by %s`, (line) => {
      expect(exactTouches(words(line))?.transfersLinks).toBe(isBringing);
    });
  }
});

describe('is none', () => {
  const none = lines(`
    ls
    ./rm a
    rm
    rm -rf
    rm --no-such a
    rm -rfX a
    rm ?1
    rm ??
    rm -?1
    rm --no-preserve-root -rf a
    mkdir
    mkdir -Z a
    mkdir --context=x a
    touch --no-such a
    mv a
    mv -b a b
    mv --backup=numbered a b
    mv -S .x a b
    mv a ./?+
    mv ??
    mv --exchange a b
    cp a
    cp -b a b
    cp -rL a b
    cp --parents a/b c
    cp -t d
    cp -t d -t e a
    cp -t?1 a
    cp --suffix=.x a b
    install -s a b
    install --strip-program=x a b
    install -b a b
    ln -b a b
    ln ?1
    chmod -x a
    chmod ?+ a
    chown -RL me a
    chown -RH me a
    chown --from=x me a
    unlink a b
    unlink src/?+
    tee
    tee --no-such a
    truncate --no-such a
    dd of=?+
    dd ??
    dd unknown=a of=b
    dd of
    dd --help
    rm --help a
    rmdir -p ./?+
    sed 's/a/b/' x
    sed -i x
    sed -i.bak 's/a/b/' x
    sed -i '*/x' 's/a/b/' x
    sed --in-place=.bak 's/a/b/' x
    sed -i 'w out' x
    sed -i 's/a/b/w out' x
    sed -i 's/a/b/e' x
    sed -i e x
    sed -i 'r other' x
    sed -i -f script x
    sed -i '' 'w out' x
    sed -i ?1 x
    sed -ie 's/a/b/' x
    rm \\\\server\\share
    cp a \\\\server\\share
  `);
  for (const line of none) {
    it(line, () => {
      expect(exactTouches(words(line))).toBeUndefined();
    });
  }
});

import { analyseCommand } from '@sluice/shell';
import { expect, test } from 'vitest';
import { codeReach } from '../../../src/bash/judge/code-reach.ts';

const MAIN = '/main';
const CWD = '/main/.claude/worktrees/one';

/** Whether code of the line changes something in the main checkout, or what can't be told. */
function leaves(line: string): boolean {
  const { commands } = analyseCommand(line.replaceAll('MAIN', MAIN), { cwd: CWD, home: '/home/alice' });
  expect(commands).not.toEqual([]);
  return commands.some(({ code, cwd }) => {
    const { paths, isUntraced } = codeReach(code, cwd);
    return (
      isUntraced || paths.some((path) => /^\/main(?:\/|$)/.test(path) && !`${path}/`.startsWith(`${CWD}/`))
    );
  });
}

const LEAVE: readonly string[] = [
  `python3 -c "open('MAIN/f', 'w').write('x')"`,
  `python3 -c "open('../../../f', 'w')"`,
  `python3.12 -Bc "from pathlib import Path; Path('MAIN/f').write_text('')"`,
  `/usr/bin/python3 -c 'import os; os.remove("MAIN/a.txt")'`,
  `python3 -c 'import os; os.chdir(".."); open("f", "a")'`,
  `python3 -c "import os; p = os.path.join('..', '..', '..', 'f'); open(p, 'w')"`,
  `python3 -c "import os; open(os.environ['OLDPWD'] + '/f', 'w')"`,
  `python3 -c "from pathlib import Path; (Path.cwd().parents[2] / 'f').touch()"`,
  `python3 -c "import shutil; shutil.copy('a.txt', 'MAIN')"`,
  `python3 -c "import subprocess; subprocess.run(['git', 'update-ref', 'refs/heads/main', 'HEAD'])"`,
  `python3 -c "import os; os.system('cd ../../.. && touch f')"`,
  `python3 -c "exec(open('a.txt').read())"`,
  `python3 -c "$CODE"`,
  `python3 -c "open('$TARGET', 'w')"`,
  `python3 - <<'END'\nopen('MAIN/f', 'w')\nEND`,
  `python3 <<END\nopen('$OLDPWD/f', 'w')\nEND`,
  `python3 <<< "open('../../../f', 'w')"`,
  `echo "open('MAIN/f', 'w')" | python3`,
  `cat a.txt | python3 -`,
  `curl -s https://example.com/x.py | python3`,
  `X=$(mktemp); python3 -c "open('MAIN/f', 'w')"`,
  `timeout 5 env A=1 nice python3 -c "open('MAIN/f', 'w')"`,
  `echo f | xargs python3 -c "open('MAIN/f', 'w')"`,
  `bash -c 'python3 -c "open(\\"MAIN/f\\", \\"w\\")"'`,
  `uv run python -c "open('MAIN/f', 'w')"`,
  `node -e "require('fs').writeFileSync('MAIN/f', '')"`,
  `node --eval="require('fs').rmSync('../../../a.txt')"`,
  `node -pe "fs.appendFileSync(process.env.OLDPWD + '/f', '')"`,
  `node -e "require('child_process').execSync('touch x')"`,
  `node --input-type=module <<'END'\nimport { cpSync } from 'node:fs';\ncpSync('a.txt', 'MAIN/f');\nEND`,
  `node -e "fs.renameSync('a.txt', path.resolve('..', '..', '..', 'f'))"`,
  `deno eval "Deno.writeTextFileSync('MAIN/f', '')"`,
  `bun -e "await Bun.write('MAIN/f', '')"`,
  `perl -e 'open(F, ">", "MAIN/f")'`,
  `perl -e 'open(F, ">MAIN/f")'`,
  `perl -e 'unlink "MAIN/a.txt"'`,
  `perl -e 'system "touch", "x"'`,
  `perl -ne '\`touch x\`' a.txt`,
  `perl -e'unlink("../../../a.txt")'`,
  `ruby -e 'File.write("MAIN/f", "")'`,
  `ruby -e 'FileUtils.rm_rf("MAIN/src")'`,
  `php -r 'file_put_contents("MAIN/f", "");'`,
  `lua -e 'io.open("MAIN/f", "w")'`,
  `Rscript -e 'file.remove("MAIN/a.txt")'`,
  `ex -sc 'w! MAIN/f' -c q a.txt`,
  `vim -es -c 'w! ../../../f' -c q a.txt`,
  `ed -s a.txt <<'END'\nw MAIN/f\nq\nEND`,
];

const STAY: readonly string[] = [
  'node -e "1"',
  `python3 -c "print(open('MAIN/a.txt').read())"`,
  `python3 -c "import json, sys; print(json.load(sys.stdin)['version'])" < package.json`,
  `cat package.json | python3 -c "import json, sys; print(json.load(sys.stdin)['version'])"`,
  `python3 -c "import os, sys; sys.stdout.write(os.environ['HOME'])"`,
  `python3 -c "import app; print(app.answer())"`,
  `python3 -c "print('$VERSION')"`,
  `python3 - <<'END'\nfrom pathlib import Path\np = Path('src/a.py')\np.write_text(p.read_text().replace('a', 'b'))\nEND`,
  `python3 -c "open('out/x.txt', 'w').write('a/b/../c')"`,
  `python3 -c "l = []; [l.append(i) for i in range(3)]; print(l)"`,
  `python3 -c "open('${CWD}/f', 'w')"`,
  `python3 -c "open('/tmp/f', 'w')"`,
  'python3 scripts/build.py --out dist',
  'python3 -m pytest -q',
  'python3 --version',
  'python3 x.py < a.txt',
  'python3 < x.py',
  `node -p "require('./package.json').version"`,
  "node <<'END'\nconsole.log(`a ${1}`);\nfs.writeFileSync('f', [...'ab'].join());\nEND",
  `node -e "require('fs').mkdirSync(require('path').dirname('a/b/c'), { recursive: true })"`,
  'node --test',
  'node dist/main.js',
  `cd sub && node -e "require('fs').writeFileSync('../f', '')"`,
  `perl -pi -e 's/a/b/' a.txt`,
  `perl -ne 'print if /x/' MAIN/a.txt`,
  `perl -lane 'print $F[0]' a.txt`,
  `ruby -e 'puts [1..3]'`,
  `php -r 'echo PHP_VERSION;'`,
  `vim -es -c '%s/a/b/' -c wq a.txt`,
];

test.each(LEAVE)('leaves: %s', (line) => {
  expect(leaves(line)).toBe(true);
});

test.each(STAY)('stays: %s', (line) => {
  expect(leaves(line)).toBe(false);
});

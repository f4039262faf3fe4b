import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SkillLibrary, skillPlaces } from '@sluice/agent';
import type { Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

const COUNT = 500;
const COLD_MS = 60;
const WARM_MS = 10;

/** Finding and reading many skills, beside reading their files. */
export const skillsRow: Row = {
  name: 'skills',
  about: `finding and parsing ${COUNT} skills, and looking at them again, against readFile`,
  async measure({ isQuick }) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-bench-skills-')));
    try {
      const paths = writeSkills(root);
      const runs = isQuick ? 2 : 7;
      const [cold, warm, plain]: [Times[], Times[], Times[]] = [[], [], []];
      for (let run = 0; run < runs; run += 1) {
        const library = libraryOf(root);
        cold.push(await timed(() => library.look()));
        warm.push(await timed(() => library.look()));
        plain.push(await timed(() => paths.forEach((path) => readFileSync(path, 'utf8'))));
      }
      const line = (name: string, ours: readonly Times[], max: number): readonly Line[] => [
        {
          ...{ status: 'measured', name, unit: 'ms', target: { kind: 'at-most', value: max } },
          ...{ ours: ours.map(({ wall }) => wall), baseline: plain.map(({ wall }) => wall) },
        },
        {
          ...{ status: 'measured', name: 'of that, processor time', unit: 'ms', target: { kind: 'none' } },
          ...{ ours: ours.map(({ cpu }) => cpu), baseline: plain.map(({ cpu }) => cpu) },
        },
      ];
      return [
        ...line(`${COUNT} skills found and parsed, vs readFile`, cold, COLD_MS),
        ...line(`${COUNT} skills looked at again, vs readFile`, warm, WARM_MS),
      ];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

function writeSkills(root: string): readonly string[] {
  return Array.from({ length: COUNT }, (_, at) => {
    const directory = join(root, '.claude/skills', `skill-${at}`);
    mkdirSync(directory, { recursive: true });
    const path = join(directory, 'SKILL.md');
    const head = `name: skill-${at}\ndescription: Does thing ${at}. Use it when thing ${at} is needed.\nallowed-tools: Read, Grep`;
    writeFileSync(path, `---\n${head}\n---\n\n${'Do this and that.\n'.repeat(100)}`);
    return path;
  });
}

function libraryOf(root: string): SkillLibrary {
  const places = skillPlaces({
    ...{ cwd: root, root, home: join(root, 'home'), userDirectories: [], managedDirectories: [] },
    ...{ additionalDirectories: [], nestedDirectories: [], plugins: [], readsUser: true, readsProject: true },
  });
  return new SkillLibrary({
    places: () => places,
    gate: { refusalOf: () => undefined },
    isTrusted: () => true,
    tools: () => ['Read', 'Grep'],
    judgeHooks: () => Promise.resolve(undefined),
  });
}

/** In milliseconds. What other programs do meanwhile is in `wall` alone. */
interface Times {
  readonly wall: number;
  readonly cpu: number;
}

async function timed(work: () => unknown): Promise<Times> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, cpu: (user + system) / 1000 };
}

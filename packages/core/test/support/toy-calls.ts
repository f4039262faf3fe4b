import fc from 'fast-check';
import { PATHS } from './toy-world.ts';

export type ToyCall = (
  | { readonly tool: 'Read'; readonly path: string }
  | { readonly tool: 'Write' | 'Append'; readonly path: string; readonly text: string }
  | { readonly tool: 'List'; readonly path: string }
  | { readonly tool: 'Shell' | 'Web'; readonly text: string }
  | { readonly tool: 'Cd'; readonly path: string }
) & { readonly ms: number };

const path = fc.constantFrom(...PATHS, 'a', 'c');
const text = fc.constantFrom('x', 'y', 'z');
const ms = fc.integer({ min: 0, max: 6 });

/** Mostly files, now and then something that must run alone. */
export const toyCall: fc.Arbitrary<ToyCall> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ tool: fc.constant('Read' as const), path, ms }) },
  {
    weight: 3,
    arbitrary: fc.record({ tool: fc.constantFrom('Write' as const, 'Append' as const), path, text, ms }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ tool: fc.constant('List' as const), path: fc.constantFrom('/d', '/d/e'), ms }),
  },
  { weight: 1, arbitrary: fc.record({ tool: fc.constant('Shell' as const), text, ms }) },
  { weight: 1, arbitrary: fc.record({ tool: fc.constant('Web' as const), text, ms }) },
  {
    weight: 1,
    arbitrary: fc.record({ tool: fc.constant('Cd' as const), path: fc.constantFrom('/d', '/d/e'), ms }),
  },
);

/** `SLUICE_RUNS` random runs a property: 200 unless it says otherwise. */
export const RUNS = Number(process.env['SLUICE_RUNS'] ?? 200);

import type { SettingKey } from '../setting-key.ts';
import { ANYTHING, OBJECT, TEXT, TEXTS } from '../shape.ts';
import { NONE, PLAIN } from './plain-row.ts';

/** Which model answers, how, and at what price. */
export const MODEL_SETTINGS = [
  {
    key: 'model',
    shape: TEXT,
    ...PLAIN,
    use: 'start',
    purpose: 'The model to use if neither the command line nor a variable names one.',
  },
  {
    key: 'fallbackModel',
    shape: ANYTHING,
    ...NONE,
    purpose: 'Models to fall back on when the first is overloaded.',
  },
  {
    key: 'availableModels',
    shape: TEXTS,
    ...PLAIN,
    use: 'start',
    purpose: 'Models that `/model` in the terminal lists.',
  },
  {
    key: 'effortLevel',
    shape: TEXT,
    ...PLAIN,
    use: 'start',
    purpose: 'How much the model thinks: low, medium, high, xhigh or max.',
  },
  {
    key: 'advisorModel',
    shape: TEXT,
    ...PLAIN,
    setBy: 'not-repository',
    use: 'start',
    purpose: 'A stronger model that the agent may ask for advice. Without it, there is no Advisor tool.',
  },
  {
    key: 'modelPrices',
    shape: OBJECT,
    ...PLAIN,
    merge: 'deep',
    use: 'start',
    purpose: 'US dollars per million tokens, by model: { "input", "output", "cacheRead", "cacheWrite" }.',
  },
  {
    key: 'outputStyle',
    shape: TEXT,
    ...PLAIN,
    use: 'start',
    purpose: 'How the model writes: the name of a file in `.claude/output-styles`.',
  },
] as const satisfies readonly SettingKey[];

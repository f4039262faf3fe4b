import { afterAll, vi } from 'vitest';

const environment = { ...process.env };

// Test files share a worker, so a clock, a function or a variable that one of them left replaced would change the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env))
    if (!Object.hasOwn(environment, name)) delete process.env[name];
  Object.assign(process.env, environment);
});

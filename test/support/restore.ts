import { afterAll, vi } from 'vitest';

// Test files share a worker, so a clock or a function that one of them left replaced would stop the next one.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,workflows,activities,adapters,workers,config,bench,scripts}/**/*.test.ts'],
          pool: 'forks',
        },
      },
    ],
  },
});

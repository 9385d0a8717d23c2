import { defineConfig } from 'vitest/config'

/** A zone far from Romania proves that no result depends on the machine's own. */
const FOREIGN_ZONE = { TZ: 'America/New_York' }

/** Node 20 does not know `await using`. */
const oxc = { target: 'es2023' }

export default defineConfig({
  test: {
    projects: [
      {
        oxc,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/console/src/**/*.test.{ts,tsx}'],
          env: FOREIGN_ZONE,
        },
      },
      {
        oxc,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          env: FOREIGN_ZONE,
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        oxc,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

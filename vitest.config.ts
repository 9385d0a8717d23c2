import { defineConfig } from 'vitest/config'

/** A zone far from Romania proves that no result depends on the machine's own. */
const FOREIGN_ZONE = { TZ: 'America/New_York' }

/** Node 20 does not know `await using`. */
const oxc = { target: 'es2023' }

/** What is waited for comes late on a busy machine; vitest's own second would end the wait too early. */
const PATIENT = { poll: { timeout: 15_000 } }

export default defineConfig({
  test: {
    projects: [
      {
        oxc,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/console/src/**/*.test.{ts,tsx}'],
          env: FOREIGN_ZONE,
          expect: PATIENT,
          testTimeout: 30_000,
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
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          expect: PATIENT,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Stories without a browser mostly wait for clocks: two of them share the machine.
        oxc,
        test: {
          name: 'processes',
          include: ['e2e/processes/**/*.test.ts'],
          globalSetup: ['e2e/make-demo-data.ts'],
          pool: 'forks',
          sequence: { groupOrder: 2 },
          maxWorkers: 2,
          expect: PATIENT,
          testTimeout: 180_000,
          hookTimeout: 360_000,
        },
      },
      {
        oxc,
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          globalSetup: ['e2e/make-demo-data.ts'],
          pool: 'forks',
          isolate: false,
          sequence: { groupOrder: 3 },
          maxWorkers: 2,
          expect: PATIENT,
          testTimeout: 180_000,
          hookTimeout: 360_000,
        },
      },
    ],
  },
})

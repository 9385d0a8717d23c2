import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** A zone far from Romania proves that no result depends on the machine's own. */
const OTHER_TIME_ZONE = { TZ: 'America/New_York' }

/** Node 20 does not know `await using`. */
const oxc = { target: 'es2023' }

const SEEDED = fileURLToPath(new URL('scripts/seeded-fast-check.mjs', import.meta.url))
const SAME_CASES = { alias: [{ find: /^fast-check$/, replacement: SEEDED }] }

/** What is waited for comes late on a busy machine; vitest's own second would end the wait too early. */
const PATIENT = { poll: { timeout: 30_000 } }

/** Components of the console in a document without a browser. */
const COMPONENTS = 'apps/console/src/**/*.component.test.tsx'

/** What `npm test` leaves to `npm run test:rest`. */
const REST = '**/*.rest.test.ts'

/** Modules are loaded once a worker, not once a file: what a file leaves behind in one of them is a defect. */
const TWO_WORKERS = { pool: 'forks', isolate: false, maxWorkers: 2, expect: PATIENT } as const

const OF_THE_SERVER = {
  ...TWO_WORKERS,
  env: OTHER_TIME_ZONE,
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** A file waits for a process or a page most of the time: two workers leave a third of two cores unused. */
const OF_WHOLE_SERVERS = {
  ...TWO_WORKERS,
  maxWorkers: 3,
  globalSetup: ['scripts/build.mjs', 'e2e/servers/make-demo-data.ts'],
  testTimeout: 180_000,
  hookTimeout: 360_000,
}

export default defineConfig({
  test: {
    // Half the work of a short run is to transform what the last one transformed already.
    experimental: { fsModuleCache: true },
    projects: [
      {
        oxc,
        resolve: SAME_CASES,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/console/src/**/*.test.{ts,tsx}'],
          exclude: [COMPONENTS],
          // Loading the modules once a worker halves the time of the layer.
          isolate: false,
          env: OTHER_TIME_ZONE,
          expect: PATIENT,
          testTimeout: 30_000,
        },
      },
      {
        oxc,
        test: {
          name: 'components',
          include: [COMPONENTS],
          environment: 'happy-dom',
          setupFiles: ['apps/console/src/testing/setup.ts'],
          env: OTHER_TIME_ZONE,
          // React and Mantine are loaded once a worker.
          isolate: false,
          expect: PATIENT,
          testTimeout: 30_000,
        },
      },
      {
        oxc,
        resolve: SAME_CASES,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [REST],
          ...OF_THE_SERVER,
          // Two leave a fifth of two cores unused, while tests wait for the database: 6.9 minutes instead of 5.9.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        oxc,
        test: {
          name: 'processes',
          include: ['e2e/processes/**/*.test.ts'],
          exclude: [REST],
          ...OF_WHOLE_SERVERS,
          isolate: true,
          sequence: { groupOrder: 3 },
        },
      },
      {
        oxc,
        test: {
          name: 'stories',
          include: ['e2e/*.test.ts'],
          exclude: [REST],
          ...OF_WHOLE_SERVERS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        oxc,
        test: {
          name: 'server-rest',
          include: [`apps/server/src/${REST}`],
          ...OF_THE_SERVER,
          sequence: { groupOrder: 4 },
        },
      },
      {
        oxc,
        test: {
          name: 'rest',
          include: [`e2e/${REST}`],
          ...OF_WHOLE_SERVERS,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
})

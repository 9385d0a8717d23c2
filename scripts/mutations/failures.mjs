const SERVER = 'apps/server/src'

/** What holds when machines and wires fail, and what the log says of it. */
export const FAILURES = [
  {
    area: 'failures',
    name: 'a connection to PostgreSQL that fell silent is waited for without a limit',
    file: `${SERVER}/db/connect.ts`,
    find: '    query_timeout: options.answerMs ?? (options.isPatient ? 0 : ANSWER_SECONDS * 1000),\n',
    replace: '',
    tests: { server: [`${SERVER}/db/silent-connections.test.ts`] },
  },
  {
    area: 'failures',
    name: 'connections at rest stay when one fell silent',
    file: `${SERVER}/db/connect.ts`,
    find: 'if (isIdle()) endNow(client)',
    replace: 'if (!isIdle()) endNow(client)',
    tests: { server: [`${SERVER}/db/silent-connections.test.ts`] },
  },
  {
    area: 'failures',
    name: 'a migration keeps everybody out while it waits for a table',
    file: `${SERVER}/db/migrate.ts`,
    find: 'const lockTimeout = `${LOCK_SECONDS}s`',
    replace: "const lockTimeout = '0'",
    tests: { server: [`${SERVER}/db/migrate.test.ts`] },
  },
  {
    area: 'failures',
    name: 'the log holds the rows that PostgreSQL quotes',
    file: `${SERVER}/telemetry/log.ts`,
    find: '    serializers: { err: whatWentWrong },\n',
    replace: '',
    tests: { server: [`${SERVER}/telemetry/log-privacy.test.ts`] },
  },
  {
    area: 'failures',
    name: 'a redirect of another machine is followed',
    file: `${SERVER}/providers/fetch-without-redirects.ts`,
    find: "redirect: 'error'",
    replace: "redirect: 'follow'",
    tests: { server: [`${SERVER}/providers/fetch-without-redirects.test.ts`] },
  },
]

import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { REPO_ROOT } from './repo-root.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('an empty environment is a demo on port 3000 that only this machine reaches', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.join(REPO_ROOT, 'data'),
    databaseUrl: null,
    redisUrl: null,
    demo: true,
    demoCity: true,
    logLevel: 'info',
    publicOrigins: [],
    trustedProxies: [],
  })
})

test('an ordinary database is never given the demo unasked', () => {
  const DATABASE_URL = 'postgres://u:p@db/dispecerat'
  expect(readConfig({ DATABASE_URL })).toMatchObject({ demo: false, demoCity: false, databaseUrl: DATABASE_URL })
  expect(readConfig({ DATABASE_URL, DEMO: 'on' })).toMatchObject({ demo: true, demoCity: true })
})

test.each([
  [{ DEMO: 'off' }, { demo: false, demoCity: false }],
  [
    { DEMO: 'off', DEMO_CITY: 'on' },
    { demo: false, demoCity: true },
  ],
  [{ DEMO_CITY: 'off' }, { demo: true, demoCity: false }],
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65535 }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ HOST: '' }, { host: '127.0.0.1' }],
  [{ DATA_DIR: '/srv/dispecerat' }, { dataDir: '/srv/dispecerat' }],
  [{ DATA_DIR: 'other' }, { dataDir: path.join(REPO_ROOT, 'other') }],
  [{ REDIS_URL: 'redis://cache:6379' }, { redisUrl: 'redis://cache:6379' }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  [{ PUBLIC_ORIGINS: 'https://a.ro, https://b.ro:8443' }, { publicOrigins: ['https://a.ro', 'https://b.ro:8443'] }],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustedProxies: ['loopback', '10.0.0.0/8'] }],
])('%o is understood', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number, 0 to 65535 (it is "abc")'],
  [{ PORT: '65536' }, 'PORT must be a whole number, 0 to 65535 (it is "65536")'],
  [{ PORT: '80.5' }, 'PORT must be a whole number, 0 to 65535 (it is "80.5")'],
  [{ HOST: 'http://x' }, 'HOST must be a host name or an IP address, e.g. 127.0.0.1 or 0.0.0.0 (it is "http://x")'],
  [{ DEMO: 'true' }, 'DEMO must be on or off (it is "true")'],
  [{ DEMO_CITY: '1' }, 'DEMO_CITY must be on or off (it is "1")'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is "loud")'],
  [
    { DATABASE_URL: 'mysql://u:secret@db/x' },
    'DATABASE_URL must look like postgresql://user:password@host:5432/database',
  ],
  [{ REDIS_URL: 'cache' }, 'REDIS_URL must look like redis://host:6379'],
  [
    { PUBLIC_ORIGINS: 'https://a.ro/' },
    'PUBLIC_ORIGINS must be origins separated by commas, e.g. https://dispecerat.ro,https://birou.dispecerat.ro (it is "https://a.ro/")',
  ],
  [
    { TRUST_PROXY: 'everybody' },
    'TRUST_PROXY must be IP addresses, networks or loopback, separated by commas, e.g. loopback,10.0.0.0/8 (it is "everybody")',
  ],
])('%o is refused in words that say what is right', (env, problem) => {
  expect(problemsOf(env)).toEqual([problem])
})

test('all wrong variables are named at once, and a password is never repeated', () => {
  const problems = problemsOf({ PORT: 'x', DEMO: 'x', DATABASE_URL: 'secret' })
  expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(['DATABASE_URL', 'DEMO', 'PORT'])
  expect(problems.join()).not.toContain('secret')
})

import path from 'node:path'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../lifecycle/repo-root.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const KAMAILIO = {
  KAMAILIO_WS_URL: 'ws://kamailio:8080',
  KAMAILIO_EVENTS: '[::1]:8448',
  KAMAILIO_RPC_URL: 'http://kamailio:8090/rpc',
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('an empty environment is a demo on port 3000 that only this machine can reach', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    mapCentre: null,
    companyCentre: { lat: 45.6464113, long: 25.6270105 },
    host: '127.0.0.1',
    dataDir: path.join(REPO_ROOT, 'data'),
    databaseUrl: null,
    redisUrl: null,
    router: { kind: 'embedded' },
    geocoder: { kind: 'embedded' },
    maps: { raster: null, style: null, google: null },
    demo: true,
    maxPlausibleKmh: 200,
    twoFactorGraceDays: null,
    sessionMaxDays: 30,
    demoCity: true,
    testCallNumbers: ['+40000000001', '+40000000002'],
    telephony: { kind: 'embedded' },
    sipDomain: 'dispecerat.local',
    ice: { servers: [], turnSecret: null, isOnlyRelayed: false },
    speech: null,
    recordingsDir: null,
    rtpengineDir: null,
    messaging: { mail: null, sms: null, push: null },
    authorities: { efactura: null, townhall: null },
    secrets: { key: null, oldKeys: [], keyFile: path.join(REPO_ROOT, 'data/secrets.key') },
    chatWebhookUrl: null,
    logLevel: 'info',
    publicOrigins: [],
    publicPages: {
      appLinks: { playStore: null, appStore: null, beta: null },
      companyRegistry: { kind: 'fixture' },
      signUpMode: 'open',
    },
    trustedProxies: [],
  })
})

test('authorities require https and a key, and errors repeat no key', () => {
  const EFACTURA_URL = 'https://api.anaf.ro/test/FCTEL/rest'
  const { authorities } = readConfig({ EFACTURA_URL, EFACTURA_TOKEN: 'ey.jeton', EFACTURA_TOKEN_CUI: '18547290' })
  const ownToken = { token: 'ey.jeton', cui: '18547290' }
  expect(authorities).toEqual({ efactura: { url: EFACTURA_URL, ownToken, oauth: null }, townhall: null })
  expect(problemsOf({ EFACTURA_URL })).toEqual(['EFACTURA_OAUTH_CLIENT_ID is needed with EFACTURA_URL'])
  expect(problemsOf({ EFACTURA_URL, EFACTURA_TOKEN: 'ey.jeton' })).toEqual([
    'EFACTURA_TOKEN_CUI is needed with EFACTURA_TOKEN',
  ])
  expect(problemsOf({ TOWNHALL_URL: 'https://primarie.ro/r' })).toEqual(['TOWNHALL_KEY is needed with TOWNHALL_URL'])
  expect(
    problemsOf({ EFACTURA_URL: 'http://api.anaf.ro', EFACTURA_TOKEN: 'un jeton', EFACTURA_TOKEN_CUI: '18547290' }),
  ).toEqual([
    'EFACTURA_URL must look like https://api.anaf.ro/prod/FCTEL/rest',
    'EFACTURA_TOKEN must be a token without spaces',
  ])
  expect(problemsOf({ TOWNHALL_URL: 'http://127.0.0.1:9/r', TOWNHALL_KEY: 'scurt' })).toEqual([
    'TOWNHALL_KEY must have at least 16 characters',
  ])
})

test('authorisation of companies needs the application registered at the tax authority and a key to store the tokens', () => {
  const registered = {
    EFACTURA_URL: 'https://api.anaf.ro/test/FCTEL/rest',
    EFACTURA_OAUTH_CLIENT_ID: 'aplicatia',
    EFACTURA_OAUTH_CLIENT_SECRET: 'secretul',
    PUBLIC_ORIGINS: 'https://dispecerat.ro,https://birou.ro',
  }
  expect(readConfig(registered).authorities.efactura?.oauth).toEqual({
    authorizeUrl: 'https://logincert.anaf.ro/anaf-oauth2/v1/authorize',
    tokenUrl: 'https://logincert.anaf.ro/anaf-oauth2/v1/token',
    clientId: 'aplicatia',
    clientSecret: 'secretul',
    redirectUri: 'https://dispecerat.ro/settings/company',
  })
  expect(problemsOf({ ...registered, DATABASE_URL: 'postgres://u:p@db/d' })).toEqual([
    'SECRETS_KEY is needed with EFACTURA_OAUTH_CLIENT_ID',
  ])
  expect(problemsOf({ ...registered, EFACTURA_OAUTH_CLIENT_SECRET: '', PUBLIC_ORIGINS: '' })).toEqual([
    'EFACTURA_OAUTH_CLIENT_SECRET is needed with EFACTURA_OAUTH_CLIENT_ID',
    'PUBLIC_ORIGINS is needed with EFACTURA_OAUTH_CLIENT_ID',
  ])
  expect(problemsOf({ ...registered, EFACTURA_OAUTH_CLIENT_SECRET: 'un secret' })).toEqual([
    'EFACTURA_OAUTH_CLIENT_SECRET must be a token without spaces',
  ])
})

test('an external database never gets demo data by default', () => {
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
  [{ ROUTER: 'off' }, { router: { kind: 'off' } }],
  [{ ROUTER_URL: 'http://router:5000' }, { router: { kind: 'osrm', url: 'http://router:5000' } }],
  [
    { ROUTER: 'valhalla', ROUTER_URL: 'http://router:8002' },
    { router: { kind: 'valhalla', url: 'http://router:8002' } },
  ],
  [{ TELEPHONY: 'off' }, { telephony: { kind: 'off' } }],
  [
    { TELEPHONY: 'kamailio', ...KAMAILIO },
    {
      telephony: {
        kind: 'kamailio',
        wsUrl: 'ws://kamailio:8080',
        events: { host: '::1', port: 8448 },
        rpcUrl: 'http://kamailio:8090/rpc',
      },
    },
  ],
  [{ SIP_DOMAIN: 'sip.dispecerat.ro' }, { sipDomain: 'sip.dispecerat.ro' }],
  [{ SPEECH_URL: 'http://piper:5000' }, { speech: { url: 'http://piper:5000', key: null } }],
  [{ RECORDINGS_DIR: '/srv/recordings' }, { recordingsDir: '/srv/recordings' }],
  [
    { TELEPHONY: 'kamailio', ...KAMAILIO, RECORDINGS_DIR: '/srv/a', RTPENGINE_RECORDINGS: '/srv/b' },
    { recordingsDir: '/srv/a', rtpengineDir: '/srv/b' },
  ],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  [{ PUBLIC_ORIGINS: 'https://a.ro, https://b.ro:8443' }, { publicOrigins: ['https://a.ro', 'https://b.ro:8443'] }],
  [{ TRUST_PROXY: 'fc00::/7,::1' }, { trustedProxies: ['fc00::/7', '::1'] }],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustedProxies: ['loopback', '10.0.0.0/8'] }],
])('%o is accepted', (env, expected) => {
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
  [{ ROUTER: 'google' }, 'ROUTER must be embedded, osrm, valhalla or off (it is "google")'],
  [{ ROUTER: 'valhalla' }, 'ROUTER_URL is needed with ROUTER=valhalla'],
  [{ TELEPHONY: 'asterisk' }, 'TELEPHONY must be embedded, kamailio or off (it is "asterisk")'],
  [{ SIP_DOMAIN: 'sip:x' }, 'SIP_DOMAIN must be a domain name, e.g. sip.dispecerat.ro (it is "sip:x")'],
  [{ SPEECH_URL: 'piper:5000' }, 'SPEECH_URL must look like http://piper:5000'],
  [{ KAMAILIO_EVENTS: 'kamailio' }, 'KAMAILIO_EVENTS must look like kamailio:8448 (it is "kamailio")'],
  [{ TELEPHONY: 'kamailio', ...KAMAILIO, KAMAILIO_EVENTS: '' }, 'KAMAILIO_EVENTS is needed with TELEPHONY=kamailio'],
  [{ RTPENGINE_RECORDINGS: '/srv/b' }, 'RTPENGINE_RECORDINGS is for TELEPHONY=kamailio alone (it is "/srv/b")'],
  [
    { TELEPHONY: 'kamailio', ...KAMAILIO, RTPENGINE_RECORDINGS: '/srv/b' },
    'RTPENGINE_RECORDINGS needs RECORDINGS_DIR, where the sound files go (it is "/srv/b")',
  ],
  [
    { MAP_CENTER: '27.59,47.15' },
    'MAP_CENTER must be a latitude and a longitude in Romania, e.g. 47.15,27.59 (it is "27.59,47.15")',
  ],
  [{ REDIS_URL: 'cache' }, 'REDIS_URL must look like redis://host:6379'],
  [
    { PUBLIC_ORIGINS: 'https://a.ro/' },
    'PUBLIC_ORIGINS must be origins separated by commas, e.g. https://dispecerat.ro,https://birou.dispecerat.ro (it is "https://a.ro/")',
  ],
  ...['0.0.0.0/0', '::/0', '10.0.0.1,0.0.0.0/1', '0.0.0.0/00'].map((TRUST_PROXY): [Record<string, string>, string] => [
    { TRUST_PROXY },
    `TRUST_PROXY must not trust half the internet: everybody could say any address (it is "${TRUST_PROXY}")`,
  ]),
  [
    { TRUST_PROXY: 'everybody' },
    'TRUST_PROXY must be IP addresses, networks or loopback, separated by commas, e.g. loopback,10.0.0.0/8 (it is "everybody")',
  ],
])('%o is refused with an explanation of the valid values', (env, problem) => {
  expect(problemsOf(env)).toEqual([problem])
})

test('all invalid variables are named at once, and passwords are never repeated', () => {
  const problems = problemsOf({ PORT: 'x', DEMO: 'x', DATABASE_URL: 'secret' })
  expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(['DATABASE_URL', 'DEMO', 'PORT'])
  expect(problems.join()).not.toContain('secret')
})

test.each([
  [
    { GEOCODER: 'photon', GEOCODER_URL: 'http://photon:2322' },
    { kind: 'photon', url: 'http://photon:2322' },
  ],
  [
    { GEOCODER: 'google', GEOCODER_KEY: 'k', GOOGLE_MAPS_KEY: 'm' },
    { kind: 'google', url: 'https://places.googleapis.com', key: 'k' },
  ],
])('the geocoder is the one of %j', (env, geocoder) => {
  expect(readConfig(env).geocoder).toEqual(geocoder)
})

test('an external geocoder needs its address or its key, and the key is never repeated', () => {
  expect(problemsOf({ GEOCODER: 'nominatim' })).toEqual(['GEOCODER_URL is needed with GEOCODER=nominatim'])
  expect(problemsOf({ GEOCODER: 'google', GOOGLE_MAPS_KEY: 'm' })).toEqual([
    'GEOCODER_KEY is needed with GEOCODER=google',
  ])
  expect(problemsOf({ GEOCODER: 'photon', GEOCODER_URL: 'photon:2322' }).join()).not.toContain('it is')
})

test('a map without a company starts at MAP_CENTER', () => {
  expect(readConfig({}).mapCentre).toBeNull()
  expect(readConfig({ MAP_CENTER: '47.15, 27.59' }).mapCentre).toEqual({ lat: 47.15, long: 27.59 })
})

test('a company without a location starts there too, but only when that is configured', () => {
  const [brasov, iasi] = [
    { lat: 45.6464113, long: 25.6270105 },
    { lat: 47.15, long: 27.59 },
  ]
  expect(readConfig({ MAP_CENTER: '47.15,27.59' }).companyCentre).toEqual(brasov)
  expect(readConfig({ MAP_USE_CONFIGURED_DEFAULT: 'on' }).companyCentre).toEqual(brasov)
  expect(readConfig({ MAP_CENTER: '47.15,27.59', MAP_USE_CONFIGURED_DEFAULT: 'on' }).companyCentre).toEqual(iasi)
})

import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import { describe, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { readConfig } from '../../platform/config/config.ts'
import { iceServersFor } from './ice-servers.ts'

const SECRET = 'a secret of two servers'
const LIST = 'stun:stun.example.ro:3478, turn:turn.example.ro:3478?transport=udp'
const iceOf = (env: Record<string, string>) => readConfig({ DATABASE_URL: 'postgres://x/y', ...env }).ice

describe('ICE servers', () => {
  test('a TURN server with a shared secret: a user name with an expiry and its signature, as coturn computes it', () => {
    const ice = iceOf({ SIP_ICE_SERVERS: LIST, SIP_TURN_SECRET: SECRET })
    // printf '1772402400:1007' | openssl dgst -sha1 -hmac 'a secret of two servers' -binary | base64
    expect(iceServersFor(ice, '1007', new Date('2026-03-01T10:00:00Z'))).toEqual([
      { urls: ['stun:stun.example.ro:3478'] },
      {
        urls: ['turn:turn.example.ro:3478?transport=udp'],
        username: '1772402400:1007',
        credential: 'xF1vTbl3C0pcjeEEtBQi8VCXSNM=',
      },
    ])
  })

  test('a fixed user name and password are returned unchanged', () => {
    const json = '[{"urls": ["turns:turn.example.ro"], "username": "desk", "credential": "word"}]'
    expect(iceServersFor(iceOf({ SIP_ICE_SERVERS: json }), '1007', new Date())).toEqual([
      { urls: ['turns:turn.example.ro'], username: 'desk', credential: 'word' },
    ])
  })

  test('they are part of the telephone’s own properties, with a user name per user; without configuration there are none', async () => {
    const fixture = await createFixture({ env: { SIP_ICE_SERVERS: LIST, SIP_TURN_SECRET: SECRET } })
    await using server = fixture.server
    const metaOf = async (token: string) => {
      const { data } = (await server.request(readOwnMeta, {}, token)).reply
      const of = (key: string) => data.find((one) => one.key === key)?.value ?? ''
      return { servers: JSON.parse(of('iceServers')), extension: /sip:(\w+)@/.exec(of('sipUrl'))?.[1] }
    }
    const mine = await metaOf(fixture.dispatcher)
    expect(mine.servers[1].username).toBe(`${server.clock.now().getTime() / 1000 + 12 * 3600}:${mine.extension}`)
    expect((await metaOf(fixture.colleague)).servers[1].credential).not.toBe(mine.servers[1].credential)

    const bare = await createFixture()
    await using plain = bare.server
    const { data } = (await plain.request(readOwnMeta, {}, bare.dispatcher)).reply
    expect(data.map(({ key }) => key)).not.toContain('iceServers')
  })

  test('where configured, the property says that audio must use the TURN server', async () => {
    const iceOnlyRelayedWith = async (env: Record<string, string>) => {
      const fixture = await createFixture({ env: { SIP_ICE_SERVERS: LIST, SIP_TURN_SECRET: SECRET, ...env } })
      await using server = fixture.server
      const { data } = (await server.request(readOwnMeta, {}, fixture.dispatcher)).reply
      return data.find(({ key }) => key === 'iceOnlyRelayed')?.value
    }
    expect(await iceOnlyRelayedWith({ SIP_ICE_ONLY_RELAYED: 'on' })).toBe('yes')
    expect(await iceOnlyRelayedWith({})).toBeUndefined()
  })
})

describe('configuration errors are reported at the start, without repeating a secret', () => {
  const complaint = (env: Record<string, string>) => {
    try {
      iceOf(env)
    } catch (error) {
      return (error as Error).message
    }
    return 'nothing'
  }

  test.each([
    [
      'an address of another kind',
      { SIP_ICE_SERVERS: 'https://turn.example.ro' },
      'SIP_ICE_SERVERS must be stun: and turn:',
    ],
    ['half a JSON', { SIP_ICE_SERVERS: '[{"urls": "stun:x"' }, 'SIP_ICE_SERVERS must be'],
    ['a TURN server without a key', { SIP_ICE_SERVERS: 'turn:turn.example.ro' }, 'set SIP_TURN_SECRET'],
    ['a key without a server', { SIP_TURN_SECRET: SECRET }, 'SIP_TURN_SECRET is for no server'],
    ['a key that can be guessed', { SIP_ICE_SERVERS: LIST, SIP_TURN_SECRET: 'short' }, 'at least 16 characters'],
  ])('%s', (_, env, problem) => {
    expect(complaint(env)).toContain(problem)
    for (const value of Object.values(env)) expect(complaint(env)).not.toContain(value)
  })

  test('no server at all for audio', () => {
    const problem = 'SIP_ICE_ONLY_RELAYED leaves no way for sound'
    expect(complaint({ SIP_ICE_ONLY_RELAYED: 'on' })).toContain(problem)
    expect(complaint({ SIP_ICE_ONLY_RELAYED: 'on', SIP_ICE_SERVERS: 'stun:stun.example.ro' })).toContain(problem)
    expect(complaint({ SIP_ICE_ONLY_RELAYED: 'on', SIP_ICE_SERVERS: LIST, SIP_TURN_SECRET: SECRET })).toBe('nothing')
  })
})

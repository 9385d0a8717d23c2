import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openSeal, SealError } from './seal.ts'

const DATABASE_URL = 'postgres://u:p@db/dispecerat'
const CONTEXT = 'two_factor.secret'

function aKey(): string {
  return randomBytes(32).toString('base64')
}

function sealWith(env: Record<string, string>) {
  return openSeal(readConfig({ DATABASE_URL, ...env }))
}

async function aFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'seal-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('a sealed value opens again, differs each time and does not contain its plain text', () => {
  const { seal, open } = sealWith({ SECRETS_KEY: aKey() })
  const [first, second] = [seal('jeton ăîș', CONTEXT), seal('jeton ăîș', CONTEXT)]
  expect(first).toMatch(/^v1\.[\da-f]{8}\.[\w-]+$/)
  expect(first).not.toBe(second)
  expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString()).not.toContain('jeton')
  expect([open(first, CONTEXT), open(second, CONTEXT)]).toEqual(['jeton ăîș', 'jeton ăîș'])
})

test('a value does not open in another column, with one bit changed, truncated, or as plain text', () => {
  const { seal, open } = sealWith({ SECRETS_KEY: aKey() })
  const sealed = seal('jeton', CONTEXT)
  const [version, id, packed = ''] = sealed.split('.')
  const bytes = Buffer.from(packed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => open(sealed, 'efactura_authorisations.refresh_token')).toThrow(SealError)
  expect(() => open(`${version}.${id}.${bytes.toString('base64url')}`, CONTEXT)).toThrow(SealError)
  expect(() => open(`${version}.${id}.${packed.slice(0, 20)}`, CONTEXT)).toThrow(SealError)
  expect(() => open('jeton', CONTEXT)).toThrow(SealError)
})

test('after a rotation old values open with SECRETS_KEY_OLD, new ones name the new key, and without the old key the error names its id', () => {
  const [old, older, current] = [aKey(), aKey(), aKey()]
  const sealed = sealWith({ SECRETS_KEY: old }).seal('jeton', CONTEXT)
  const rotated = sealWith({ SECRETS_KEY: current, SECRETS_KEY_OLD: `${old}, ${older}` })
  expect(rotated.open(sealed, CONTEXT)).toBe('jeton')
  expect(rotated.seal('jeton', CONTEXT).split('.')[1]).not.toBe(sealed.split('.')[1])
  const id = sealed.split('.')[1]
  expect(() => sealWith({ SECRETS_KEY: current }).open(sealed, CONTEXT)).toThrow(`key ${id}`)
})

test('with an external database a missing key is an error only when something must be sealed', () => {
  const seal = sealWith({})
  expect(() => seal.seal('jeton', CONTEXT)).toThrow('SECRETS_KEY is needed')
})

test('with the embedded database a key is generated once, readable by its owner only', async () => {
  await using temporary = await aFolder()
  const { folder } = temporary
  const config = readConfig({ DATA_DIR: folder })
  const [one, other] = [openSeal(config), openSeal(config)]
  expect(await readdir(folder)).toEqual([])
  const sealed = one.seal('jeton', CONTEXT)
  expect(other.open(sealed, CONTEXT)).toBe('jeton')
  expect(await readdir(folder)).toEqual(['secrets.key'])
  const file = path.join(folder, 'secrets.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toHaveLength(32)
})

test('a damaged key file is not replaced, because its secrets would be lost', async () => {
  await using temporary = await aFolder()
  const { folder } = temporary
  const file = path.join(folder, 'secrets.key')
  await writeFile(file, 'scurt')
  expect(() => openSeal(readConfig({ DATA_DIR: folder })).seal('jeton', CONTEXT)).toThrow(file)
  expect(await readFile(file, 'utf8')).toBe('scurt')
})

test.each([
  [{ SECRETS_KEY: 'scurt' }, 'SECRETS_KEY must be 32 bytes in base64, e.g. of openssl rand -base64 32'],
  [{ SECRETS_KEY_OLD: `${aKey()},scurt` }, 'SECRETS_KEY_OLD must be keys like SECRETS_KEY, separated by commas'],
])('an invalid key is refused at the start without being printed', (env, problem) => {
  expect(() => readConfig(env)).toThrow(`  ${problem}`)
  expect(() => readConfig(env)).not.toThrow('scurt')
})

import fs from 'node:fs'
import path from 'node:path'
import { SETTINGS_GROUPS } from '@dispecerat/domain/identity/company-settings'
import { TEXT_KEYS } from '@dispecerat/domain/office/message-texts'
import { expect, test } from 'vitest'
import { changesMessages } from './changes-messages.ts'

const SERVER = path.join(import.meta.dirname, '../../../../server/src')

/** The entity names that the server writes to the audit log. */
function namesInTheLog(): string[] {
  const files = fs
    .readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'))
  const sources = files.map((name) => fs.readFileSync(path.join(SERVER, name), 'utf8'))
  return sources
    .filter((source) => source.includes('recordAudit') || source.includes('recordCreations'))
    .flatMap((source) => [...source.matchAll(/\bentity(?::| =) '([a-z_]+)'|\bENTITY = '([a-z_]+)'/g)])
    .flatMap(([, one, other]) => one ?? other ?? [])
}

test('every entity and field of the audit log has a label', () => {
  const texts = TEXT_KEYS.map((key) => `text_${key}`)
  const groups = SETTINGS_GROUPS.map((group) => `settings_${group}`)
  const names = new Set([...namesInTheLog(), ...texts, ...groups])
  expect(names.size).toBeGreaterThan(30)
  expect([...names].filter((name) => changesMessages.entities[name] === undefined)).toEqual([])
})

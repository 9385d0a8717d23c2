import { describe, expect, test } from 'vitest'
import { ariaKeys, KEY_IDS, KEYS, type KeyBinding, type KeyId, matches, type Pressed } from './registry.ts'

const bindings: [string, KeyBinding][] = KEY_IDS.map((id) => [id, KEYS[id]])

function press(over: Partial<Pressed>): Pressed {
  return { key: '', code: '', ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...over }
}

describe('the key registry', () => {
  test('no key has two meanings in one scope, and a key that works everywhere is taken in every scope', () => {
    const taken = new Map<string, string>()
    for (const [id, { press, scope, before }] of bindings) {
      /* The binding that comes first lets a press through when it does not handle it. */
      if (before !== undefined) {
        const follower = KEY_IDS.indexOf(before as KeyId)
        expect(KEYS[before as KeyId].press).toBe(press)
        expect(follower).toBeGreaterThan(KEY_IDS.indexOf(id as KeyId))
        continue
      }
      const scopes = scope === 'everywhere' ? ['everywhere', 'operator', 'form', 'builder'] : [scope]
      for (const one of scopes) {
        const place = `${one} ${press}`
        expect(taken.get(place), `${id} and ${taken.get(place)} share ${place}`).toBeUndefined()
        taken.set(place, id)
      }
    }
  })

  test('AltGr letters stay free, because they type ă â î ș ț', () => {
    for (const [id, { press }] of bindings) expect(press, id).not.toMatch(/Ctrl\+Alt/)
  })

  test('a single character never works inside a field, because phone numbers start with +', () => {
    for (const [id, { press, allowInFields }] of bindings) {
      if (press.length === 1 || /^Key/.test(press)) expect(allowInFields, id).toBe(false)
    }
  })

  test('symbols match by the typed character, on the numeric pad too', () => {
    expect(matches(press({ key: '+', code: 'NumpadAdd' }), '+')).toBe(true)
    expect(matches(press({ key: '+', code: 'Equal', shiftKey: true }), '+')).toBe(true)
    expect(matches(press({ key: '+', code: 'Equal', ctrlKey: true }), '+')).toBe(false)
  })

  test('letters match by physical position and need exactly their modifiers', () => {
    expect(matches(press({ key: 'm', code: 'KeyM' }), 'KeyM')).toBe(true)
    expect(matches(press({ key: 'm', code: 'KeyM', altKey: true }), 'KeyM')).toBe(false)
    expect(matches(press({ key: 'Enter', code: 'NumpadEnter', ctrlKey: true }), 'Ctrl+Enter')).toBe(true)
    expect(matches(press({ key: 'Enter', code: 'Enter' }), 'Ctrl+Enter')).toBe(false)
  })

  test('aria-keyshortcuts contains Control, not Ctrl', () => {
    expect(ariaKeys('placeOrder')).toBe('Control+Enter')
  })
})

import { describe, expect, test } from 'vitest'
import { emptyDraft, emptyPlace, type OrderDraft } from './order-draft.ts'
import { partOf, problemsOf } from './order-problems.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const PLACE = { ...emptyPlace('a'), name: 'Strada Lungă 2', point: { lat: 45.65, long: 25.6 } }

function ready(over: Partial<OrderDraft> = {}): OrderDraft {
  return { ...emptyDraft(), phone: '0722 333 444', places: [PLACE], ...over }
}
const place = (over: Partial<typeof PLACE>) => ({ places: [{ ...PLACE, ...over }] })
const at = (wall: string) => ({ departure: { kind: 'at' as const, wall } })

const MISSING = 'Numarul de telefon este obligatoriu'
const NO_PHONE = 'Număr de telefon invalid'
const CHOOSE = 'Alegeți adresa din listă'
const FORBIDDEN = 'Conține caractere nepermise'
const PASTED = 'x'.repeat(10_000)
const TURNED = 'Ion\u202Enoi'

test('an order with a phone and a chosen address has no problems', () => {
  expect(problemsOf(ready(), NOW)).toEqual({})
})

describe('a phone', () => {
  test.each([
    ['empty', '', MISSING],
    ['blanks', '  ', MISSING],
    ['a mobile', '0722333444', undefined],
    ['a mobile in groups', '0722-333.444', undefined],
    ['with +40', '+40722333444', undefined],
    ['with 0040', '0040 722 333 444', undefined],
    ['with 40 and no plus', '40722333444', undefined],
    ['a landline', '0268 410 123', undefined],
    ['a foreign one', '+49 151 23456789', undefined],
    ['a foreign one with 00', '0049 151 23456789', undefined],
    ['too short', '0722', NO_PHONE],
    ['too long', '+123456789012345678', NO_PHONE],
    ['letters', '0722abcdef', NO_PHONE],
    ['Cyrillic', 'телефон', NO_PHONE],
    ['Arabic digits', '٠٧٢٢٣٣٣٤٤٤', NO_PHONE],
    ['an emoji', '📞', NO_PHONE],
    ['HTML', '<b>0722333444</b>', NO_PHONE],
    ['a whole page pasted', PASTED, NO_PHONE],
    ['10,000 digits pasted', '7'.repeat(10_000), NO_PHONE],
  ])('%s', (_, phone, problem) => {
    expect(problemsOf(ready({ phone }), NOW).phone).toBe(problem)
  })
})

/** Every free text of the form: its part of the draft, its name among the problems, its maximum length. */
const TEXTS: [string, (text: string) => Partial<OrderDraft>, string, number][] = [
  ['the name', (name) => ({ name }), 'name', 120],
  ['the notes', (notes) => ({ notes }), 'about_client', 1000],
  ['the bloc', (bloc) => place({ bloc }), 'places.a.bloc', 20],
  ['the staircase', (scara) => place({ scara }), 'places.a.scara', 20],
  ['the landmark', (reper) => place({ reper }), 'places.a.reper', 200],
  ['the comment of an address', (comment) => place({ comment }), 'places.a.comment', 500],
  ['the name of a chosen address', (name) => place({ name: `Lungă 2 ${name}` }), 'places.a', 200],
]

describe.each(TEXTS)('%s', (_, typed, field, max) => {
  const space = field === 'places.a' ? max - 'Lungă 2 '.length : max
  test.each([
    ['empty', '', undefined],
    ['Romanian', 'Șț', undefined],
    ['Cyrillic', 'Дом', undefined],
    ['right to left', 'شقة', undefined],
    ['an emoji', '🏠', undefined],
    ['HTML', '<b>1</b>', undefined],
    ['as long as it may be', 'x'.repeat(space), undefined],
    ['one character longer', 'x'.repeat(space + 1), `Cel mult ${max} caractere`],
    ['10,000 characters pasted', PASTED, `Cel mult ${max} caractere`],
    ['a bidirectional control character', TURNED, FORBIDDEN],
    ['a zero character', 'a\u0000', FORBIDDEN],
  ])('%s', (__, text, problem) => {
    expect(problemsOf(ready(typed(text)), NOW)).toEqual(problem === undefined ? {} : { [field]: problem })
  })
})

describe('addresses', () => {
  test.each([
    ['none typed', { places: [emptyPlace('a')] }, { 'places.a': 'Please enter address' }],
    ['blanks', place({ name: '   ' }), { 'places.a': 'Please enter address' }],
    ['typed and not chosen', { places: [{ ...emptyPlace('a'), name: 'Lunga' }] }, { 'places.a': CHOOSE }],
    ['HTML, not chosen', { places: [{ ...emptyPlace('a'), name: '<script>' }] }, { 'places.a': CHOOSE }],
    ['a second one empty', { places: [PLACE, emptyPlace('b')] }, { 'places.b': 'Please enter address' }],
  ])('%s', (_, over, problems) => {
    expect(problemsOf(ready(over), NOW)).toEqual(problems)
  })
  test('a hundred are valid', () => {
    const places = Array.from({ length: 100 }, (_, n) => ({ ...PLACE, key: String(n) }))
    expect(problemsOf(ready({ places }), NOW)).toEqual({})
  })
})

describe('the hour', () => {
  test.each([
    ['in the past', at('2026-11-21 13:00:00'), { departure: 'Ora aleasă a trecut' }],
    ['a minute ago', at('2026-11-21 13:59:00'), {}],
    ['tomorrow', at('2026-11-22 08:00:00'), {}],
    ['in thirty days', at('2026-12-21 13:00:00'), {}],
    ['next year', at('2027-11-21 14:00:00'), { departure: 'Cel mult 30 de zile înainte' }],
  ])('%s', (_, over, problems) => {
    expect(problemsOf(ready(over), NOW)).toEqual(problems)
  })
})

test('a voucher needs its company', () => {
  expect(problemsOf(ready({ voucher: true }), NOW)).toEqual({ protocol: 'Compania este obligatorie' })
  expect(problemsOf(ready({ voucher: true, protocolUserId: 4 }), NOW)).toEqual({})
})

describe('a refusal of the server is shown beside its field', () => {
  const CASES: [string, Partial<OrderDraft>, Partial<OrderDraft>][] = [
    ['phone', { phone: '0733 111 222' }, { name: 'Ana' }],
    ['places.0.lat', place({ name: 'Strada Scurtă 1' }), { phone: '0733 111 222' }],
    ['protocol_user_id', { protocolUserId: 4 }, { notes: 'etaj 2' }],
    ['options.pet', { options: ['pet'] }, { notes: 'etaj 2' }],
  ]
  test.each(CASES)('%s: until that is changed', (field, own, other) => {
    const sent = ready()
    expect(partOf(ready({ ...other, id: sent.id }), field)).toBe(partOf(sent, field))
    expect(partOf(ready({ ...own, id: sent.id }), field)).not.toBe(partOf(sent, field))
  })
})

import { addPlace, createOrder } from '@dispecerat/contract/orders/orders'
import { MAX_PLACES } from '@dispecerat/domain/kernel/typed-text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPhone, createFixture, type Fixture, type Input, SQUARE } from '../testing/order-fixture.ts'

const PASTED = 'x'.repeat(10_000)
const TURNED = 'Ion\u202Enoi'
const FORBIDDEN = 'Conține caractere nepermise'
const NO_PHONE = 'Număr de telefon invalid'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture({ at: '2026-03-01T20:00:00+02:00' })
})
afterAll(() => fixture.server.stop())

async function post(input: Record<string, unknown>) {
  const body = { client_phone: aPhone(), places: [SQUARE], draft: true, ...input } as Input
  return fixture.server.request(createOrder, { body }, fixture.dispatcher)
}

describe('a phone', () => {
  test.each([
    ['in groups', '0744 111 222', '+40744111222'],
    ['with dashes, dots and brackets', '(0744)-111.223', '+40744111223'],
    ['with +40', '+40744111224', '+40744111224'],
    ['with 0040', '0040744111225', '+40744111225'],
    ['with 40 alone', '40744111226', '+40744111226'],
    ['a landline', '0268 410 123', '+40268410123'],
    ['a foreign one', '+49 151 2345 6789', '+4915123456789'],
    ['a foreign one with 00', '0049 151 2345 6780', '+4915123456780'],
  ])('%s is stored in one form', async (_, typed, stored) => {
    const answer = await post({ client_phone: typed })
    expect(answer.reply.data).toMatchObject({ client_phone: stored, phone: stored })
  })

  test.each([
    ['too short', '0722', [NO_PHONE]],
    ['too long', '+1234567890123456', [NO_PHONE]],
    ['letters', '0722abcdef', [NO_PHONE]],
    ['Cyrillic', 'телефон', [NO_PHONE]],
    ['Arabic digits', '٠٧٢٢٣٣٣٤٤٤', [NO_PHONE]],
    ['an emoji', '📞', [NO_PHONE]],
    ['HTML', '<b>0722</b>', [NO_PHONE]],
    ['empty', '', [NO_PHONE]],
    ['a page pasted', PASTED, ['Cel mult 40 caractere']],
    ['turned around', '\u202E0722333444', [FORBIDDEN]],
  ])('%s is refused', async (_, typed, messages) => {
    const answer = await post({ client_phone: typed })
    expect([answer.status, answer.body.errors]).toEqual([422, { client_phone: messages }])
  })
})

describe('one reply', () => {
  const errorsOf = async (input: Record<string, unknown>) => {
    const answer = await post({ draft: false, ...input })
    expect(answer.status).toBe(422)
    return answer.body.errors
  }

  test('reports what the shapes refuse and what the rules refuse of the other fields', async () => {
    const input = {
      name: PASTED,
      service_id: 999,
      options: { covor_zburator: true },
      custom_driver_ids: [fixture.dispatcherId],
      places: [{ ...SQUARE, lat: 47.5, long: 19.04 }],
      payment_type: 'protocol',
    }
    expect(await errorsOf(input)).toEqual({
      name: [expect.stringContaining('Cel mult 120')],
      service_id: ['Serviciul nu există'],
      'options.covor_zburator': ['Opțiune necunoscută'],
      custom_driver_ids: ['Șofer necunoscut'],
      'places.0.lat': ['Adresa este în afara României'],
      protocol_user_id: ['Compania este obligatorie'],
    })
  })

  test('applies no rules to a field whose shape is wrong, and does not report a missing phone while one is wrong', async () => {
    expect(await errorsOf({ client_phone: '0722', places: 'Gara' })).toEqual({
      client_phone: [NO_PHONE],
      places: ['Trebuie să fie o listă'],
    })
    expect(await errorsOf({ client_phone: undefined, weight_kg: -1 })).toMatchObject({
      phone: ['Numărul de telefon este obligatoriu'],
      weight_kg: [expect.any(String)],
    })
  })

  test('stores nothing', async () => {
    const count = () => fixture.server.db.selectFrom('orders').select('id').execute()
    const before = (await count()).length
    await errorsOf({ name: PASTED })
    expect(await count()).toHaveLength(before)
  })
})

/** Wire field, the input that carries the text, its maximum length, and where the reply shows it. */
const TEXTS: [string, (text: string) => Record<string, unknown>, number, (data: StoredOrder) => unknown][] = [
  ['name', (name) => ({ name }), 120, ({ name }) => name],
  ['client_name', (client_name) => ({ client_name }), 120, ({ client_name }) => client_name],
  ['about_client', (about_client) => ({ about_client }), 1000, ({ about_client }) => about_client],
  ['places.0.name', (name) => place({ name }), 200, ({ places }) => places[0]?.name],
  ['places.0.bloc', (bloc) => place({ bloc }), 20, ({ places }) => places[0]?.bloc],
  ['places.0.scara', (scara) => place({ scara }), 20, ({ places }) => places[0]?.scara],
  ['places.0.reper', (reper) => place({ reper }), 200, ({ places }) => places[0]?.reper],
  ['places.0.comment', (comment) => place({ comment }), 500, ({ places }) => places[0]?.comment],
]
interface StoredOrder {
  name: unknown
  client_name: unknown
  about_client: unknown
  places: Record<string, unknown>[]
}
const place = (over: Record<string, unknown>) => ({ places: [{ ...SQUARE, ...over }] })

describe.each(TEXTS)('%s', (field, carried, max, shown) => {
  test.each([
    ['Romanian', 'Țîru, ș și ț'],
    ['Cyrillic', 'Дом 12'],
    ['right to left', 'شقة ٣'],
    ['an emoji', '👩‍👩‍👧 🏠'],
    ['HTML', '<script>1</script>'],
    ['SQL', "'); drop --"],
  ])('stores %s as it was typed', async (_, text) => {
    expect(shown((await post(carried(text))).reply.data as unknown as StoredOrder)).toBe(text)
  })

  test.each([
    ['one character too many', 'x'.repeat(max + 1), `Cel mult ${max} caractere`],
    ['10,000 characters', PASTED, `Cel mult ${max} caractere`],
    ['text that turns the direction of reading', TURNED, FORBIDDEN],
    ['a zero character', 'a\u0000b', FORBIDDEN],
    ['half of an emoji', 'a\uD83D', FORBIDDEN],
  ])('refuses %s', async (_, text, message) => {
    const answer = await post(carried(text))
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [message] }])
  })
})

test('several mistakes are reported together, each at its field', async () => {
  const answer = await post({ client_phone: '07', name: PASTED, places: [{ ...SQUARE, bloc: PASTED, lat: 'x' }] })
  expect(Object.keys(answer.body.errors as object).toSorted()).toEqual([
    'client_phone',
    'name',
    'places.0.bloc',
    'places.0.lat',
  ])
})

test('an order may have a hundred addresses and no more', async () => {
  const { data: full } = (await post({ places: Array.from({ length: MAX_PLACES }, () => SQUARE) })).reply
  expect(full.places).toHaveLength(100)
  const errors = ['Cel mult 100 de adrese']
  expect((await post({ places: Array.from({ length: MAX_PLACES + 1 }, () => SQUARE) })).body.errors).toEqual({
    places: errors,
  })
  const added = await fixture.server.request(
    addPlace,
    { params: { id: full.id }, body: { place: SQUARE } },
    fixture.dispatcher,
  )
  expect(added.body.errors).toEqual({ place: errors })
})

import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { describe, expect, test } from 'vitest'
import { emptyGoods } from './goods-draft.ts'
import {
  departureAt,
  draftIsEmpty,
  draftOf,
  emptyDraft,
  emptyPlace,
  type OrderDraft,
  reviveDraft,
  toNewOrder,
  withOneMorePlace,
} from './order-draft.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const PARTNERS = { all: [2, 3], byDefault: [3] }
const COMPANY = { now: NOW, ownCompanyIds: [1], partnerIds: PARTNERS, clientName: null }

const SAVED: Partial<OrderView> = {
  created_by_company_id: 1,
  departure_time: '2026-11-21 12:00:00',
  places: [],
  options: {},
  service_id: 1,
  payment_type: 'cash',
  client_phone: '+40722333444',
}

function ready(over: Partial<OrderDraft> = {}): OrderDraft {
  const place = { ...emptyPlace('a'), name: 'Strada Lungă 2', point: { lat: 45.65, long: 25.6 }, bloc: ' B2 ' }
  return { ...emptyDraft(), phone: '0722 333 444', places: [place], ...over }
}

describe('the draft of an order', () => {
  test('survives a reload as it was typed', () => {
    const draft = ready({ notes: 'sună la 7', departure: { kind: 'in', minutes: 15 } })
    expect(reviveDraft(JSON.stringify(draft))).toEqual(draft)
  })

  test.each([null, '', '{', 'null', '[]', '{"phone":7}', '{"phone":"07"}'])('%j becomes an empty form', (stored) => {
    expect(draftIsEmpty(reviveDraft(stored))).toBe(true)
  })

  test('of an older console gets new fields from an empty form', () => {
    const { serviceId: _service, goods: _goods, id: _id, ...older } = ready()
    expect(reviveDraft(JSON.stringify(older))).toMatchObject({
      phone: '0722 333 444',
      serviceId: 1,
      goods: emptyGoods(),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('may have a hundred addresses', () => {
    const places = (count: number) => Array.from({ length: count }, (_, n) => emptyPlace(String(n)))
    expect(withOneMorePlace(ready({ places: places(99) })).places).toHaveLength(100)
    expect(withOneMorePlace(ready({ places: places(100) })).places).toHaveLength(100)
  })

  test('an untouched form is empty, one digit of a phone is not', () => {
    expect(draftIsEmpty(emptyDraft())).toBe(true)
    expect(draftIsEmpty({ ...emptyDraft(), phone: '0' })).toBe(false)
  })

  test('a departure in minutes follows the clock, a chosen hour does not', () => {
    expect(departureAt({ kind: 'in', minutes: 15 }, NOW).toISOString()).toBe('2026-11-21T12:15:00.000Z')
    expect(departureAt({ kind: 'at', wall: '2026-11-21 16:30:00' }, NOW).toISOString()).toBe('2026-11-21T14:30:00.000Z')
  })
})

describe('the sent order', () => {
  test('has the normalised phone as identity and as contact', () => {
    expect(toNewOrder(ready(), COMPANY)).toMatchObject({
      client_phone: '+40722333444',
      phone: '+40722333444',
      payment_type: 'cash',
    })
  })
  test('has its service, the first one by default', () => {
    expect(toNewOrder(ready(), COMPANY).service_id).toBe(1)
    expect(toNewOrder(ready({ serviceId: 3 }), COMPANY).service_id).toBe(3)
  })
  test('leaves "now" to the server, because the clock of the machine may be wrong', () => {
    expect(toNewOrder(ready(), COMPANY).departure_time).toBeUndefined()
    expect(toNewOrder(ready({ departure: { kind: 'in', minutes: 30 } }), COMPANY).departure_time).toBe(
      '2026-11-21 12:30:00',
    )
  })
  test('contains everything that was typed', () => {
    const door = { bloc: 'B2', scara: '1', reper: 'lângă parc', comment: 'interfon 5' }
    const place = { ...emptyPlace('a'), name: 'Strada Lungă 2', point: { lat: 45.65, long: 25.6 }, placeId: 'gz_7' }
    const typed = { name: 'Ana', notes: 'sună la 7', options: ['pet'], promoCode: 'VARA', discountId: 4 }
    expect(toNewOrder(ready({ ...typed, places: [{ ...place, ...door }] }), COMPANY)).toMatchObject({
      name: 'Ana',
      client_name: 'Ana',
      about_client: 'sună la 7',
      options: { pet: true },
      promo_code: 'VARA',
      discount_id: 4,
      places: [{ name: 'Strada Lungă 2', lat: 45.65, long: 25.6, place_id: 'gz_7', ...door }],
    })
  })
  test('has trimmed staircases and no empty parts', () => {
    expect(toNewOrder(ready(), COMPANY).places?.[0]).toMatchObject({ bloc: 'B2', scara: null, place_id: null })
  })
  test.each([
    ['own', false, [1]],
    ['all', true, [1, 2, 3]],
    ['2', true, [1, 2]],
    [null, true, [1, 3]],
  ])('partner choice %j includes others: %j, companies %j', (partner, others, companies) => {
    expect(toNewOrder(ready({ partner }), COMPANY)).toMatchObject({
      send_to_other_company: others,
      search_company_ids: companies,
    })
  })
  test('of a company without partners by default goes to no other company until the user chooses', () => {
    const partnerIds = { all: [2, 3], byDefault: [] }
    expect(toNewOrder(ready(), { ...COMPANY, partnerIds }).search_company_ids).toEqual([1])
  })
  test('a voucher is charged to its company', () => {
    expect(toNewOrder(ready({ voucher: true, protocolUserId: 9 }), COMPANY)).toMatchObject({
      payment_type: 'protocol',
      protocol_user_id: 9,
    })
  })
})

describe('the draft of a saved order', () => {
  const partnerOf = (search_company_ids: number[], send_to_other_company = true) =>
    draftOf({ ...SAVED, search_company_ids, send_to_other_company } as OrderView, NOW).partner

  test('leaves the partners of an answered call to the setting, and keeps those of a copy', () => {
    expect([partnerOf([]), partnerOf([1]), partnerOf([1, 3]), partnerOf([1, 2, 3]), partnerOf([], false)]).toEqual([
      null,
      'own',
      '3',
      'all',
      'own',
    ])
  })
})

import { HISTORY_TYPES } from '@dispecerat/domain/orders/order-history'
import { expect, test } from 'vitest'
import { listMessages } from '../../../text/list-messages.ts'
import { HISTORY_LABELS } from '../search-messages.ts'
import { historyDetails } from './history-details.ts'

test('every type of history item has a Romanian label', () => {
  expect(HISTORY_TYPES.filter((type) => HISTORY_LABELS[type] === undefined)).toEqual([])
})

test('the list of orders whose client must be called has the name of its tab', () => {
  const tab = `„${listMessages.tabs['in-call']}”`
  for (const type of ['always_in_call_set', 'always_in_call_removed']) expect(HISTORY_LABELS[type]).toContain(tab)
  expect(listMessages.removeFromCalls).toContain(tab)
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['an edit', { fields: ['phone', 'places'] }, ['telefonul de contact, adresele']],
  ['a wait', { step: 3, search_type: 'waiting', drivers: 0 }, ['pasul 3', 'își așteaptă rândul', '0 șoferi']],
  ['a round', { step: 2, search_type: 'by_zone', drivers: 3 }, ['pasul 2', 'În zonă', '3 șoferi']],
  ['an accepted offer', { driver_id: 7, indicativ: '101', waiting_driver_time: 6 }, ['mașina 101', '6 minute promise']],
  ['a driver without a known car', { driver_id: 7 }, ['șofer #7']],
  ['a cancellation by the driver', { reason: 'driver_canceled', text: '7~pană' }, ['Anulată de șofer', 'pană']],
  ['an order given back', { driver_id: 7, indicativ: '101', text: 'pană' }, ['mașina 101', 'pană']],
  [
    'a cancellation by the dispatcher without a reason',
    { reason: 'dispatcher_canceled', text: null },
    ['Anulată de dispecer'],
  ],
  ['a driver’s refusal', { driver_id: 7, reason: 'prea departe' }, ['șofer #7', 'prea departe']],
  ['a rating', { stars: 4 }, ['★★★★']],
  ['the end of a trip', { cost: 24.5, distance_m: 5200 }, ['24,50 RON']],
  [
    'the end of a trip with a doubted fare',
    { cost: 999, fare_doubt: 'above_time' },
    ['Tarif de verificat', 'prea mare pentru durata cursei', '999,00 RON'],
  ],
  [
    'an arrival that is doubted',
    { arrival_doubt: 'far', metres: 1240, text: 'Strada e închisă' },
    ['mașina era la 1,2 km de adresă', 'Strada e închisă'],
  ],
  [
    'a car that does not come',
    { indicativ: '112', car_warning: 'standing', seconds: 185 },
    ['mașina 112', 'stă pe loc de 3 min'],
  ],
  ['the end of a search for another car', { indicativ: '112', because: 'car_moves' }, ['mașina 112', 'vine din nou']],
  ['a car that comes again', { indicativ: '112' }, ['mașina 112']],
  ['a copy', { duplicated_from: 12 }, ['comanda 12']],
  [
    'an automatic call',
    { message: 'client_arrived', tries: 1, has_voice: false },
    ['mașina a ajuns', 'încercarea 1', 'fără voce configurată: s-a auzit doar un semnal'],
  ],
  [
    'a client who wants to talk',
    { message: 'client_assigned', playback_end: 'asked_to_talk', tries: 2 },
    ['mașina vine', 'a apăsat 0: vrea un dispecer', 'încercarea 2'],
  ],
  ['nothing', {}, []],
])('%s has a text', (_, data, details) => {
  expect(historyDetails(data)).toEqual(details)
})

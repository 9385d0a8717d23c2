import type { Estimate } from '@dispecerat/contract/orders/estimates'
import { expect, test } from 'vitest'
import { emptyDraft, emptyPlace } from '../draft/order-draft.ts'
import { bodyOfDraft, carText, fareText, roadText } from './estimate.ts'

const NOW = new Date('2026-03-02T10:00:30Z')
const SQUARE = { lat: 45.6423, long: 25.5889 }
const CAR = { driver_id: 7, indicativ: '214', metres: 1700, seconds: 230 }
const ESTIMATE: Estimate = {
  cost: 24.5,
  metres: 5200,
  seconds: 690,
  is_night: false,
  tariff_name: 'Taxi',
  explanation: [],
  nearest: [CAR],
  nearest_busy: null,
  nearest_finishing: null,
  pickup_eta_seconds: 230,
  pickup_eta_by: 'free',
  is_guess: false,
}

test('the line shows price, distance, minutes and the nearest free car', () => {
  expect(roadText(ESTIMATE)).toBe('≈ 24,50 RON · 5,2 km · 12 min')
  expect(carText(ESTIMATE)).toBe('cel mai apropiat liber: 214, ~4 min')
})

test('missing parts are named: no tariff, no destination, no free car', () => {
  expect(roadText({ ...ESTIMATE, cost: null, tariff_name: null })).toBe('≈ fără tarif · 5,2 km · 12 min')
  const nowhere = { ...ESTIMATE, cost: null, metres: null, seconds: null }
  expect(roadText(nowhere)).toBe('fără destinație')
  expect(roadText({ ...nowhere, tariff_name: null })).toBe('fără tarif · fără destinație')
  const nobody = { ...ESTIMATE, nearest: [], pickup_eta_seconds: null, pickup_eta_by: null }
  expect(carText(nobody)).toBe('niciun șofer liber în zonă')
  expect(carText({ ...nobody, nearest_busy: CAR })).toBe(
    'niciun șofer liber în zonă; cel mai apropiat ocupat: 214, ~4 min',
  )
})

test('a user who may not see cars gets only the arrival', () => {
  expect(carText({ ...ESTIMATE, nearest: [] })).toBe('preluare în ~4 min')
  expect(carText({ ...ESTIMATE, nearest: [], pickup_eta_by: 'finishing' })).toBe(
    'preluare în ~4 min, cu o mașină care termină cursa',
  )
})

test('a car that finishes its trip and arrives before the free ones comes first', () => {
  const soon: Estimate = {
    ...ESTIMATE,
    nearest_finishing: { ...CAR, indicativ: '118', seconds: 150 },
    pickup_eta_seconds: 150,
    pickup_eta_by: 'finishing',
  }
  expect(carText(soon)).toBe('118 termină cursa, ~3 min; cel mai apropiat liber: 214, ~4 min')
  expect(carText({ ...soon, nearest: [] })).toBe('118 termină cursa, ~3 min; niciun șofer liber în zonă')
})

test('a line of the fare contains its quantity', () => {
  expect(fareText({ part: 'distance', amount: 20.8, quantity: 5200 })).toBe('Distanță (5,2 km)')
  expect(fareText({ part: 'night', amount: 4, quantity: 20 })).toBe('Noapte (+20 %)')
  expect(fareText({ part: 'waiting', amount: 1, quantity: 120 })).toBe('Așteptare (2 min)')
  expect(fareText({ part: 'start', amount: 4, quantity: null })).toBe('Pornire')
})

test('no request is sent before the pickup is known, and a place that is being typed is left out', () => {
  const draft = { ...emptyDraft(), options: ['pet'] }
  expect(bodyOfDraft(draft, NOW)).toBeNull()
  const places = [{ ...emptyPlace('a'), point: SQUARE }, emptyPlace('b')]
  expect(bodyOfDraft({ ...draft, places }, NOW)).toEqual({ places: [SQUARE], service_id: 1, options: { pet: true } })
})

test('a departure in some minutes sends one request a minute, not one a second', () => {
  const draft = { ...emptyDraft(), places: [{ ...emptyPlace('a'), point: SQUARE }] }
  const at = (second: number) =>
    bodyOfDraft({ ...draft, departure: { kind: 'in', minutes: 15 } }, new Date(NOW.getTime() + second * 1000))
  expect(at(0)).toEqual(at(20))
  expect(at(0)?.departure_time).toBe('2026-03-02 10:15:00')
})

import { expect, test } from 'vitest'
import { emptyDraft, emptyPlace } from './order-draft.ts'
import { typedOver } from './typed-over.ts'

const opened = { ...emptyDraft(), phone: '0722 333 444', name: 'Ana' }

test('a loaded draft keeps untouched fields, and takes what was typed while it was loading', () => {
  const found = { ...emptyDraft(), phone: '0722 333 444', name: 'Ana Pop', notes: 'etajul 3', serviceId: 2 }
  const places = [{ ...emptyPlace('a'), name: 'Strada Lun' }]
  const typed = { ...opened, places }
  expect(typedOver(found, { typed, opened })).toEqual({ ...found, id: typed.id, places })
})

test('a name that was deleted stays deleted', () => {
  const found = { ...emptyDraft(), name: 'Ana Pop' }
  expect(typedOver(found, { typed: { ...opened, name: '' }, opened }).name).toBe('')
})

test('letters typed beside an earlier draft’s addresses: the typed ones win', () => {
  const found = { ...emptyDraft(), places: [{ ...emptyPlace('7'), name: 'Gara' }] }
  expect(typedOver(found, { typed: opened, opened }).places).toBe(found.places)
  const typed = { ...opened, places: [{ ...emptyPlace('a'), name: 'Spital' }] }
  expect(typedOver(found, { typed, opened }).places).toBe(typed.places)
})

import type { ClientView } from '@dispecerat/contract/orders/clients'
import { expect, test } from 'vitest'
import { emptyDraft } from '../draft/order-draft.ts'
import { withClient } from './use-fill-from-client.ts'

const client = (known: Partial<ClientView>) =>
  ({ name: null, about: null, protocol_parent_user: null, ...known }) as ClientView
const ANA = client({ name: 'Ana', about: 'Etajul 3', protocol_parent_user: { id: 9, name: 'Banca Verde' } })
const BY_ANA = { name: 'Ana', notes: 'Etajul 3', accountId: 9 }

test('a client fills untouched fields, and the order is charged to the account that pays for them', () => {
  const filled = { name: 'Ana', notes: 'Etajul 3', voucher: true, protocolUserId: 9 }
  expect(withClient(emptyDraft(), ANA)).toEqual(filled)
})

test('a typed name and typed notes stay, whatever is known about the client', () => {
  const typed = { ...emptyDraft(), name: 'Ion', notes: 'sună la 7' }
  expect(withClient(typed, ANA)).toMatchObject({ name: 'Ion', notes: 'sună la 7' })
  expect(withClient(typed, client({}))).toMatchObject({ name: 'Ion', notes: 'sună la 7' })
})

test('values of an earlier client are removed when the phone becomes another client’s', () => {
  const filled = { ...emptyDraft(), ...withClient(emptyDraft(), ANA) }
  const nobody = { name: '', notes: '', voucher: false, protocolUserId: null }
  expect(withClient(filled, client({}), BY_ANA)).toEqual(nobody)
  expect(withClient({ ...filled, name: 'Ion' }, client({}), BY_ANA)).toEqual({ ...nobody, name: 'Ion' })
})

test('a payment chosen by the user is not changed by the client', () => {
  expect(withClient({ ...emptyDraft(), voucherTouched: true }, ANA)).toEqual({ name: 'Ana', notes: 'Etajul 3' })
})

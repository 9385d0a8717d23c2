import type { LoggedUser } from '@dispecerat/contract/identity/accounts'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { expect, test } from 'vitest'
import { emptyDraft } from '../draft/order-draft.ts'
import { NO_PARTNERS } from '../fare/partner-choice.ts'
import { placingOf } from './place-saved-draft.ts'

const me = { companies: [{ id: 3 }] } as LoggedUser
const about = { now: new Date('2026-03-01T10:00:00Z'), me, partnerIds: NO_PARTNERS, clientName: null }
const order = (payment_type: 'cash' | 'card') => ({ payment_type, client_phone: '+40722333444' }) as OrderView
const byContract = { ...emptyDraft(), voucher: true, protocolUserId: 9 }

test('the draft of a client with a contract is charged to it, although the toggle was not touched', () => {
  expect(placingOf(order('cash'), byContract, about)).toMatchObject({ payment_type: 'protocol', protocol_user_id: 9 })
})

test('a card order stays a card order until the toggle is touched', () => {
  expect(placingOf(order('card'), byContract, about).payment_type).toBeUndefined()
  expect(placingOf(order('card'), { ...byContract, voucherTouched: true }, about).payment_type).toBe('protocol')
})

test('a fixed phone is not sent again; the order is placed', () => {
  const body = placingOf(order('cash'), emptyDraft(), about)
  expect([body.client_phone, body.state]).toEqual([undefined, 'created'])
})

import type { Server } from '../../platform/lifecycle/server.ts'
import { changePhoneOfAccount } from './change-phone-of-account.ts'
import { takeEmailFromClient } from './phone-holders.store.ts'

/** Subscribes clients to accounts that change their e-mail or phone, in the transaction of the change. */
export function subscribeClients({ domainEvents }: Server): void {
  domainEvents.on('account.email_changing', (tx, { email }) => takeEmailFromClient(tx, email))
  domainEvents.on('account.phone_changing', (tx, { userId, phone, now }) =>
    changePhoneOfAccount(tx, userId, phone, now),
  )
}

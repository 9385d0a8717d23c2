import { mayBeReversed, reversedEntries } from '@dispecerat/domain/billing/ledger'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitBalances } from './emit-balances.ts'
import { termsOf } from './finance-settings.store.ts'
import { type Accounts, findMovement, lockAccounts, type WrittenMovement, writeMovement } from './ledger.store.ts'
import type { Moved } from './move-money.ts'

/**
 * Corrects a movement by its reversal, even when the balance then falls below the limit, because the original entry was wrong. Throws
 * `ledger.unknown`, `ledger.not_by_hand` for an entry that belongs to an order, `ledger.already_reversed`.
 */
export async function reverseTransaction(
  server: Server,
  actor: Actor,
  { transactionId, note }: { transactionId: number; note: string | null },
): Promise<Moved> {
  return write(server, actor, async (tx) => {
    const found = await findMovement(tx, actor.scope, transactionId)
    if (!found) throw new DomainError('ledger.unknown')
    if (!mayBeReversed(found.kind)) throw new DomainError('ledger.not_by_hand')
    const before = await lockAccounts(tx, driversOf(found), { companies: 'every', ownUserId: null })
    // A concurrent reversal held these accounts.
    const current = await findMovement(tx, actor.scope, transactionId)
    if (current?.isReversed) throw new DomainError('ledger.already_reversed')
    const now = server.clock.now()
    const written = await writeReversal(tx, before, found, { by: actor.userId, now, note })
    await emitBalances(tx, { before, after: written.accounts, terms: await termsOf(tx, found.companyId), now })
    return { transactionId: written.transactionId }
  })
}

/** The reversal of a movement whose accounts are locked. */
export function writeReversal(
  tx: Tx,
  accounts: Accounts,
  { transactionId, companyId, orderId, entries }: WrittenMovement,
  { by, now, note }: { by: number | null; now: Date; note: string | null },
): Promise<{ transactionId: number; accounts: Accounts }> {
  return writeMovement(tx, accounts, {
    companyId,
    kind: 'correction',
    entries: reversedEntries(entries),
    ...(orderId === null ? {} : { orderId }),
    reversesId: transactionId,
    note,
    by,
    now,
  })
}

function driversOf({ entries }: WrittenMovement): UserId[] {
  return entries.flatMap(({ account, driverId }) => (account === 'driver' && driverId !== null ? [driverId] : []))
}

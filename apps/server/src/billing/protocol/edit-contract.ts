import type { ContractChange } from '@dispecerat/contract/billing/protocol'
import { cityOnInvoice } from '@dispecerat/domain/billing/invoice'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type ContractFields, isDiscountOf, lockContract, saveContract } from './contracts.store.ts'

/** Changes the given fields. Throws `contract.unknown`, `contract.changed_meanwhile`, FieldErrors. */
export async function editContract(
  server: Server,
  actor: Actor,
  accountId: UserId,
  { change, version }: { change: ContractChange; version: ReadVersion },
): Promise<{ accountId: UserId }> {
  return write(server, actor, async (tx) => {
    const contract = await lockContract(tx, actor.scope, accountId)
    if (!contract) throw new DomainError('contract.unknown')
    const { companyId, fields: before } = contract
    requireFresh(version, contract, 'contract.changed_meanwhile')
    const after = withChange(before, change)
    await checkAll(
      actor,
      () => {
        needs(change, 'county', 'city')
        requireCity(after)
      },
      async () => {
        const { discount_id: discountId = before.discount_id } = change
        if (discountId === null || discountId === before.discount_id) return
        if (await isDiscountOf(tx, discountId, companyId)) return
        throw new FieldErrors({ discount_id: ['Reducerea nu este pentru companii protocol'] })
      },
    )
    const now = server.clock.now()
    await saveContract(tx, accountId, after, now)
    const entry = { entity: 'protocol_contract', entityId: accountId, companyId, action: 'changed', before, after }
    await recordAudit(tx, actor, entry, now)
    await record(tx, [{ event: 'own_account_changed', toUsers: [accountId], data: {} }], now)
    return { accountId }
  })
}

function withChange(before: ContractFields, typed: ContractChange): ContractFields {
  const { credit_limit, ...change } = { ...typed }
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const limit = credit_limit === undefined ? before.credit_limit_bani : credit_limit && baniFromRon(credit_limit)
  return { ...before, ...defined, credit_limit_bani: limit }
}

function requireCity({ county, city }: ContractFields): void {
  if (county === null || city === null || cityOnInvoice(county, city) !== null) return
  throw new FieldErrors({ city: ['În București scrieți sectorul: Sector 1 … Sector 6'] })
}

import { cityOnInvoice, daysLater, monthDays } from '@dispecerat/domain/billing/invoice'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { isVerifiedCui } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { profileOf } from '../protocol/billing-profile.store.ts'
import { type ContractFields, lockContract } from '../protocol/contracts.store.ts'
import { contractOf } from '../protocol/statement.views.ts'
import { type BilledService, documentOf, type InvoiceParty } from './invoice-document.ts'
import { insertInvoice, lockUnbilled, putOnInvoice, takeNumber } from './invoices.store.ts'
import { emitInvoiceChanged } from './uncorrected-invoice.ts'

/**
 * Issues the invoice of a month that is over, for every order of it that is on no invoice. Orders are locked first, as everywhere; of two
 * concurrent requests the second finds nothing to bill. Throws `invoice.no_profile`, `invoice.no_buyer`, `invoice.cui_unproved`,
 * `invoice.nothing_to_bill`, `invoice.month_not_over`, `contract.unknown`.
 */
export async function issueInvoice(
  server: Server,
  actor: Actor,
  accountId: UserId,
  month: string,
): Promise<{ invoiceId: number }> {
  return write(server, actor, async (tx) => {
    const days = monthDays(month)
    if (bucharestDay(server.clock.now()) < days.next) throw new DomainError('invoice.month_not_over')
    const { companyId } = await contractOf(tx, actor.scope, accountId)
    const orders = await lockUnbilled(tx, { accountId, companyId }, days.first)
    const contract = await lockContract(tx, actor.scope, accountId)
    if (!contract) throw new DomainError('contract.unknown')
    const profile = await profileOf(tx, companyId)
    if (!profile) throw new DomainError('invoice.no_profile')
    if (!(await isVerifiedCui(tx, companyId, profile.cui))) throw new DomainError('invoice.cui_unproved')
    const buyer = buyerOf(contract.fields)
    if (!buyer) throw new DomainError('invoice.no_buyer')
    if (orders.length === 0) throw new DomainError('invoice.nothing_to_bill')

    const now = server.clock.now()
    const issuedOn = bucharestDay(now)
    const { contract_no: contractNo, payment_days: paymentDays } = contract.fields
    const number = await takeNumber(tx, companyId, profile.series)
    const invoice = {
      companyId,
      accountId,
      kind: 'invoice' as const,
      series: profile.series,
      number,
      month,
      correctsId: null,
      isPartial: false,
      issuedOn,
      dueOn: daysLater(issuedOn, paymentDays),
      document: documentOf({ profile, buyer, contractNo, month, services: byService(orders) }),
    }
    const invoiceId = await insertInvoice(tx, invoice, { userId: actor.userId, now })
    await putOnInvoice(tx, invoiceId, orders)
    const issued = { number: `${profile.series} ${number}`, month, payable: invoice.document.sums.payableBani / 100 }
    const change = { entity: 'invoice', entityId: invoiceId, companyId, action: 'created', before: null, after: issued }
    await recordAudit(tx, actor, change, now)
    await emitInvoiceChanged(tx, { id: invoiceId, companyId, accountId }, now)
    return { invoiceId }
  })
}

function buyerOf(fields: ContractFields): InvoiceParty | null {
  const { legal_name: legalName, cui, street, county, reg_com: regCom, pays_vat: paysVat } = fields
  const city = county !== null && fields.city !== null ? cityOnInvoice(county, fields.city) : null
  if (legalName === null || cui === null || street === null || city === null || county === null) return null
  return { legalName, cui, paysVat, regCom, street, city, county, email: fields.contact_email }
}

/** One line of the invoice per service, by name. */
function byService(orders: readonly BilledService[]): BilledService[] {
  const services = new Map<string, BilledService>()
  for (const { service, chargedBani } of orders) {
    const before = services.get(service) ?? { service, orders: 0, chargedBani: 0 }
    services.set(service, { service, orders: before.orders + 1, chargedBani: before.chargedBani + chargedBani })
  }
  return [...services.values()].sort((a, b) => a.service.localeCompare(b.service, 'ro'))
}

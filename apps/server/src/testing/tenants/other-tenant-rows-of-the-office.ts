import { createHash, randomUUID } from 'node:crypto'
import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { InvoiceDocument } from '../../billing/invoices/invoice-document.ts'
import { aBalance, aDriver, aTariff, type Ground, TOWN_SQUARE } from '../builders.ts'

export interface OfficeRows {
  sessionId: number
  simulatedDriverId: DriverId
  deviceId: number
  /** Id of a running import. */
  importId: number
  exportId: string
  /** Id of a running erasure of the client's data. */
  erasureRunId: number
  tariffId: number
  discountId: number
  ledgerTransactionId: number
  /** Id of a running payment run. */
  paymentRunId: number
  /** Id of an invoice of the protocol account. */
  invoiceId: number
  invoicePaymentId: number
  /** Id of the filing of the invoice with the tax authority. */
  filingId: number
  /** State parameter of an authorisation at the tax authority that another session began. */
  authorisationState: string
  reportLinkId: string
}

interface OfficeAbout {
  companyId: CompanyId
  dispatcherId: UserId
  driverId: DriverId
  accountId: UserId
  orderId: OrderId
  quietClientId: UserId
  mark: string
}

/** Rows of the office: money, prices, phones of drivers and open sessions. */
export async function officeRows(ground: Ground, about: OfficeAbout): Promise<OfficeRows> {
  const { companyId, driverId, mark } = about
  const invoiceId = await anInvoice(ground, about)
  const sessionId = await aSession(ground, about.dispatcherId)
  return {
    ledgerTransactionId: await aBalance(ground, { companyId, driverId, bani: 12_345 }),
    paymentRunId: await aPaymentRun(ground, about),
    invoiceId,
    filingId: await aFiling(ground, { companyId, invoiceId, mark }),
    invoicePaymentId: await aPayment(ground, { companyId, invoiceId, mark }),
    reportLinkId: await aReportLink(ground, about),
    discountId: await aDiscount(ground, companyId, mark),
    tariffId: await aTariff(ground, companyId, { name: mark }),
    sessionId,
    authorisationState: await anAuthorisation(ground, { ...about, sessionId }),
    simulatedDriverId: await aSimulatedDriver(ground, companyId, mark),
    deviceId: await aDevice(ground, companyId, mark),
    importId: await anImport(ground, about),
    exportId: await anExport(ground, about),
    erasureRunId: await anErasure(ground, about),
  }
}

async function aPaymentRun({ db, clock }: Ground, { companyId, dispatcherId, orderId }: OfficeAbout): Promise<number> {
  const at = clock.now()
  const row = { company_ids: [companyId], started_by: dispatcherId, is_paid: true, order_ids: [orderId] }
  return (
    await db
      .insertInto('payment_runs')
      .values({ ...row, started_at: at, advanced_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

async function anInvoice(
  { db, clock }: Ground,
  { companyId, accountId, mark }: { companyId: CompanyId; accountId: UserId; mark: string },
): Promise<number> {
  const row = { company_id: companyId, protocol_user_id: accountId, kind: 'invoice', series: 'X', number: 1 } as const
  const days = { month: '2026-01-01', issued_on: '2026-02-01', due_on: '2026-03-01', created_at: clock.now() }
  return (
    await db
      .insertInto('invoices')
      .values({ ...row, ...days, document: JSON.stringify(aDocument(mark)), payable_bani: 100 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

function aDocument(mark: string): InvoiceDocument {
  const address = { regCom: null, street: mark, city: 'Brașov', county: 'BV', email: null }
  const party = { legalName: mark, cui: '361757', paysVat: false, ...address }
  return {
    seller: { ...party, iban: null, bank: null },
    buyer: party,
    contractNo: null,
    note: mark,
    vat: { category: 'O', rateHundredths: 0, reason: 'Neplătitor de TVA' },
    lines: [{ name: mark, description: mark, netBani: 100, grossBani: 100 }],
    sums: { netBani: 100, vatBani: 0, roundingBani: 0, payableBani: 100 },
  }
}

async function aReportLink({ db, clock }: Ground, { companyId, driverId, dispatcherId }: OfficeAbout): Promise<string> {
  const token_hash = Buffer.alloc(32, companyId)
  const [from, at] = [new Date(clock.now().getTime() - 86_400_000), clock.now()]
  const times = { time_from: from, time_to: at, created_at: at, expires_at: new Date(at.getTime() + 86_400_000) }
  const link = { token_hash, driver_id: driverId, company_ids: [companyId], created_by: dispatcherId, ...times }
  await db.insertInto('report_tokens').values(link).execute()
  return token_hash.toString('hex')
}

/** A filing that was given up, with the authority's reply. */
async function aFiling(
  { db, clock }: Ground,
  { companyId, invoiceId, mark }: { companyId: CompanyId; invoiceId: number; mark: string },
): Promise<number> {
  const at = clock.now()
  const { id } = await db
    .insertInto('filings')
    .values({
      company_id: companyId,
      kind: 'efactura',
      state: 'failed',
      invoice_id: invoiceId,
      cif: '361757',
      format: 'UBL',
      file_name: 'efactura_X_1.xml',
      content: mark,
      message: mark,
      answer: Buffer.from(mark),
      due_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An authorisation that was refused once and begun again. */
async function anAuthorisation(
  { db, clock }: Ground,
  { companyId, dispatcherId, sessionId, mark }: OfficeAbout & { sessionId: number },
): Promise<string> {
  const state = `${mark} ${companyId}`
  const authorised_at = clock.now()
  await db
    .insertInto('efactura_authorisations')
    .values({ company_id: companyId, cui: mark, state: 'refused', authorised_by: dispatcherId, authorised_at })
    .execute()
  const request = { company_id: companyId, user_id: dispatcherId, token_id: sessionId }
  const expires_at = new Date(authorised_at.getTime() + 600_000)
  const state_hash = createHash('sha256').update(state).digest()
  await db
    .insertInto('efactura_authorisation_requests')
    .values({ ...request, state_hash, expires_at })
    .execute()
  return state
}

/** A payment of half the invoice. */
async function aPayment(
  { db, clock }: Ground,
  { companyId, invoiceId, mark }: { companyId: CompanyId; invoiceId: number; mark: string },
): Promise<number> {
  const at = clock.now()
  const { rows } = await sql<{ id: number }>`
    with moved as (
      insert into ledger_transactions (company_id, kind, method, note, invoice_id, created_at)
      values (${companyId}, 'invoice_payment', 'bank', ${mark}, ${invoiceId}, ${at}) returning id
    ), entries as (
      insert into ledger_entries (transaction_id, company_id, account, amount_bani, created_at)
      select id, ${companyId}, account, bani, ${at} from moved cross join (values ('bank', -50), ('protocol_receivable', 50))
        as side(account, bani)
    )
    insert into invoice_payments (invoice_id, amount_bani, paid_on, method, reference, transaction_id, created_at)
    select ${invoiceId}, 50, '2026-02-02', 'bank', ${mark}, id, ${at} from moved returning id
  `.execute(db)
  return rows[0]?.id ?? 0
}

async function aDiscount({ db, clock }: Ground, companyId: CompanyId, mark: string): Promise<number> {
  const at = clock.now()
  const terms = { type: 'percent', hundredths: 1000, trigger: 'manual' } as const
  const row = { company_id: companyId, name: mark, ...terms, created_at: at, updated_at: at }
  return (await db.insertInto('discounts').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function aSession({ db, clock }: Ground, userId: UserId): Promise<number> {
  const at = clock.now()
  const expiresAt = new Date(at.getTime() + 3_600_000)
  const row = {
    token_hash: Buffer.alloc(32, userId % 251),
    user_id: userId,
    created_at: at,
    last_used_at: at,
    expires_at: expiresAt,
  }
  return (await db.insertInto('access_tokens').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** A simulated driver, off duty, that the simulator screen lists. */
async function aSimulatedDriver(ground: Ground, companyId: CompanyId, mark: string): Promise<UserId> {
  const { driverId } = await aDriver(ground, { companyId })
  await ground.db.updateTable('users').set({ name: mark, is_simulated: true }).where('id', '=', driverId).execute()
  const { lat, long } = TOWN_SQUARE
  await ground.db
    .insertInto('simulated_drivers')
    .values({
      driver_id: driverId,
      company_id: companyId,
      start_lat: lat,
      start_long: long,
      created_at: ground.clock.now(),
    })
    .execute()
  return driverId
}

async function aDevice({ db, clock }: Ground, companyId: CompanyId, mark: string): Promise<number> {
  const at = clock.now()
  const row = {
    install_id: `phone-${companyId}`,
    platform: 'android' as const,
    model: mark,
    created_at: at,
    last_seen_at: at,
  }
  return (
    await db
      .insertInto('devices')
      .values({ ...row, company_id: companyId })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

async function anImport({ db, clock }: Ground, { companyId, dispatcherId, mark }: OfficeAbout): Promise<number> {
  const at = clock.now()
  const rows = JSON.stringify([{ row: 2, fields: { phone: '+40744999999', name: mark } }])
  const counts = { row_count: 1, request: '{}', report: '{}' }
  const row = { company_id: companyId, started_by: dispatcherId, kind: 'clients', rows, ...counts }
  return (
    await db
      .insertInto('imports')
      .values({ ...row, started_at: at, advanced_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

async function anExport({ db, clock }: Ground, { companyId, dispatcherId, mark }: OfficeAbout): Promise<string> {
  const id = randomUUID()
  const what = { file_name: mark, content_type: 'text/csv', permission: 'session.own' }
  const row = { id, ...what, user_id: dispatcherId, company_ids: [companyId], created_at: clock.now() }
  await db.insertInto('exports').values(row).execute()
  return id
}

async function anErasure(
  { db, clock }: Ground,
  { companyId, dispatcherId, quietClientId, mark }: OfficeAbout,
): Promise<number> {
  const at = clock.now()
  const row = { user_id: quietClientId, company_ids: [companyId], started_by: dispatcherId, started_at: at }
  const removed = JSON.stringify({ orders: 0, calls: 0, recordings: 0, addresses: 0, messages: 0, letters: 0 })
  return (
    await db
      .insertInto('erasure_runs')
      .values({ ...row, request: mark, removed, advanced_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

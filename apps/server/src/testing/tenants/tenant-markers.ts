import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { TestReply, TestServer } from '../a-server.ts'
import { CANARY, OTHER_TENANT_PHONE } from './other-tenant-company.ts'
import { DRIVEN_PHONE, DRIVEN_TEXT, INVITED_TEXT, RECORDED_SECONDS } from './tenant-orders.ts'
import { type Expected, ORDERS_OPEN_TO, type RowKind } from './tenant-rules.ts'
import { type Actor, TARGET_NAME, type Tenants } from './tenants.ts'

/** Values that only rows of the target company contain; no reply to an unrelated user may contain them. */
export async function markersOf({ db }: TestServer, { target, known, revoking }: Tenants) {
  const people = await db
    .selectFrom('users')
    .innerJoin('user_companies', 'user_companies.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.phone', 'user_companies.company_id'])
    .where('user_companies.company_id', 'in', [target.companyId, known.companyId, revoking.rows.companyId])
    .execute()
  const plates = await db.selectFrom('cars').select('number').where('company_id', '=', target.companyId).execute()
  const lines = await db.selectFrom('phone_lines').select('number').where('company_id', '=', target.companyId).execute()
  const phones = new Set(people.map(({ phone }) => phone?.slice(1) ?? ''))
  const secret = [
    CANARY,
    Buffer.from(CANARY).toString('base64'),
    OTHER_TENANT_PHONE.slice(1),
    String(RECORDED_SECONDS),
    ...people.flatMap(({ email }) => email ?? []),
    ...phones,
    ...[...plates, ...lines].map(({ number }) => number),
  ]
  const accountsOf = ({ companyId }: { companyId: CompanyId }) => ({
    companyId,
    accountIds: new Set(people.filter(({ company_id }) => company_id === companyId).map(({ id }) => id)),
  })
  return {
    secret,
    /** Without the texts of rows: phones and names of the people that the rows are about, or who work there. */
    ofPeople: secret.filter((marker) => ![CANARY, Buffer.from(CANARY).toString('base64')].includes(marker)),
    target: accountsOf(target),
    known: accountsOf(known),
    revoked: accountsOf(revoking.rows),
    /**
     * A reply may repeat what its request contained. A partner may see the company's name, its own staff everything, and a client's company
     * the phone.
     */
    hiddenFrom: ({ actor: { relation, role }, kind, sent, expected }: ExpectedReply): string[] => {
      if (expected === 'admitted' || expected === 'open') return []
      const opened = role === 'company' || role === 'client' ? [] : ORDERS_OPEN_TO[relation]
      const ofOrders = [
        ...(opened.includes('invited') ? [] : [INVITED_TEXT]),
        ...(opened.includes('assigned') ? [] : [DRIVEN_TEXT, DRIVEN_PHONE.slice(1)]),
      ]
      const isUnrelated = relation === 'other' || relation === 'former'
      const isHidden = (marker: string) => !sent.includes(marker) && !(kind === 'known' && phones.has(marker))
      return [...secret, ...ofOrders, ...(isUnrelated ? [TARGET_NAME] : [])].filter(isHidden)
    },
  }
}

interface ExpectedReply {
  actor: Actor
  kind: RowKind
  sent: string
  expected: Judged
}

/** admitted: the permission is held, whatever the reply is. A pair: exactly this status and code. */
export type Judged = Expected | 'admitted' | readonly [status: number, code?: string]

/** Describes what is wrong with a reply; null when it is right. */
export function judge(
  { status, body }: TestReply<Endpoint>,
  expected: Judged,
  hidden: readonly string[],
): string | null {
  const text = JSON.stringify(body)
  const shown = hidden.filter((marker) => text.includes(marker))
  if (shown.length > 0) return `${status} shows ${shown.join(', ')}`
  const code = String(body.code)
  const isUnknown = status === 404 && /\.unknown$/.test(code)
  const isForbidden = status === 403 && code === 'account.forbidden'
  if (typeof expected !== 'string') {
    return status === expected[0] && body.code === expected[1]
      ? null
      : `${status} ${code}, expected ${expected.join(' ')}`
  }
  const isRight = {
    forbidden: isForbidden,
    unknown: isUnknown,
    clean: status < 500 && !isForbidden,
    shared: status < 500 && !isForbidden && !isUnknown,
    open: status < 500 && !isForbidden && !isUnknown,
    admitted: status < 500 && status !== 401 && !isForbidden,
  }[expected]
  return isRight ? null : `${status} ${code}, expected ${expected}`
}

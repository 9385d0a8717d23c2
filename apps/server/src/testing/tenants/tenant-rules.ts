import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import {
  NARROWED_ROLES,
  type NarrowedRole,
  type Permission,
  type Role,
  revocablePermissions,
  rolesMay,
} from '@dispecerat/domain/identity/permissions'
import { lineOf } from '../contract-endpoints.ts'
import type { OtherTenantRequest } from './requests/other-tenant-request.ts'
import { ACCOUNT_READS } from './requests/other-tenant-requests-of-accounts.ts'
import { ABOUT_A_CLIENT } from './requests/other-tenant-requests-of-people.ts'
import { SHARED_ORDERS, type SharedOrder } from './tenant-orders.ts'
import type { Actor, Relation } from './tenants.ts'

/**
 * The reply that a request for a row of the target company must get.
 * forbidden: 403 by the permission. unknown: 404, as a row that does not exist. clean: no text of the target.
 * shared: the row is there, with no text beyond what is shared, and nothing of the target is written. open: the row is there.
 */
export type Expected = 'forbidden' | 'unknown' | 'clean' | 'shared' | 'open'

/**
 * The rows that are requested: of the company itself, an order that it shares, people who are clients of the requesting company (known),
 * a driver who works for the requesting company now (moved), or a company of the actor that revokes the permission (revoked).
 */
export type RowKind = 'own' | 'known' | 'moved' | 'revoked' | SharedOrder

/** Orders of the company that each relation may read. Rows not listed here are unknown to the relation. */
export const ORDERS_OPEN_TO: Record<Relation, readonly RowKind[]> = {
  own: ['own', ...SHARED_ORDERS],
  partner: ['invited', 'assigned', 'ended'],
  // Another partner or the company itself drives the others: the invitation has ended.
  invited_partner: ['invited'],
  // Orders that were sent before the agreement ended continue.
  former_partner: ['invited'],
  asking: [],
  other: [],
  former: [],
  client_elsewhere: [],
}

/**
 * Endpoints with which a partner reads a shared order or handles what is its own: its drivers' messages and money. It changes no order,
 * except by confirming the fare that its driver sent.
 */
const OF_PARTNERS: Record<string, readonly RowKind[]> = {
  'GET /api/orders/:id': ['invited', 'assigned', 'ended'],
  'GET /api/orders/:id/static-map': ['invited', 'assigned', 'ended'],
  'GET /api/orders/:id/recordings': ['invited', 'assigned', 'ended'],
  'GET /order-drivers': ['invited', 'assigned', 'ended'],
  'GET /api/orders/:id/route': ['assigned', 'ended'],
  'GET /api/orders/:id/eta': ['assigned', 'ended'],
  'GET /api/orders/:id/proof-photo': ['assigned', 'ended'],
  'POST /api/driver/messages': ['invited', 'assigned', 'ended'],
  'PATCH /api/orders/:id/confirm-fare': ['assigned', 'ended'],
  'PATCH /api/finances/orders/:id/pay': ['assigned', 'ended'],
  'POST /api/finances/orders/pay': ['assigned', 'ended'],
}

/** A driver writes in the driver's conversation with the company, and has no conversation as an account. */
const MESSAGES_OF_ACCOUNT = 'POST /api/protocol-account/messages'

export function expectedOf(endpoint: Endpoint, who: Actor, rows: RowKind, request?: OtherTenantRequest): Expected {
  const { may } = endpoint
  const actor = may === 'public' || rolesMay([who.role], may) ? who : { ...who, role: who.besides ?? who.role }
  if (may !== 'public' && !rolesMay([actor.role], may)) return 'forbidden'
  if (may === 'public' || !request) return 'clean'
  const line = lineOf(endpoint)
  if (actor.role === 'admin') return 'open'
  if (actor.besides && line === MESSAGES_OF_ACCOUNT) return 'clean'
  if (actor.role === 'company' || actor.role === 'client') return ofAccount(line, actor, request)
  if (actor.relation === 'own') return 'open'
  if (rows === 'revoked' && !isRevoked(actor, may)) return 'open'
  if (request.expects === 'nothing' || rows === 'moved') return 'clean'
  const isPartners = ORDERS_OPEN_TO[actor.relation].includes(rows) && OF_PARTNERS[line]?.includes(rows)
  return isPartners ? 'shared' : 'unknown'
}

function isRevoked({ role }: Actor, may: Permission): boolean {
  return (NARROWED_ROLES as readonly Role[]).includes(role) && revocablePermissions(role as NarrowedRole).includes(may)
}

function ofAccount(line: string, { relation, role }: Actor, { expects }: OtherTenantRequest): Expected {
  const read = role === 'company' ? ACCOUNT_READS[line] : undefined
  if (read === 'company' && relation === 'own') return 'open'
  if (read === 'hidden') return 'unknown'
  if (read === 'clean') return 'clean'
  return expects === 'row' ? 'unknown' : 'clean'
}

/** The expected reply about people who are clients of the requesting company and work elsewhere. */
export function aboutClient(
  endpoint: Endpoint,
  { expects, as }: OtherTenantRequest,
): Expected | readonly [status: number, code?: string] {
  if (endpoint.may === 'public') return 'clean'
  const special = ABOUT_A_CLIENT[lineOf(endpoint)]
  if (special) return special
  if (!rolesMay([as], endpoint.may)) return 'forbidden'
  return expects === 'row' ? 'unknown' : 'clean'
}

/** Rows that even a user of the same company does not find, with the reason. */
export const UNKNOWN_TO_COLLEAGUES: Readonly<Record<string, string>> = {
  'GET /api/exports/:id': 'a file is of the user who made it',
  'DELETE /api/access-tokens/:id': 'a session is of its user',
  'POST /api/efactura-authorisations': 'an authorisation is of the session that began it',
  'DELETE /api/simulator/callers/:id': 'callers of the simulator live in memory, not in rows',
}

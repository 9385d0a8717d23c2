import crypto from 'node:crypto'
import { type Access, type Endpoint, UNATTENDED_HEADER } from '@dispecerat/contract/kernel/endpoint'
import {
  type Permission,
  type Revoked,
  type RevokedBy,
  type Role,
  rolesMay,
  worksInCompany,
} from '@dispecerat/domain/identity/permissions'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyRequest } from 'fastify'
import type { Actor, InitiatorKind, Scope } from '../db/actor.ts'
import type { RequestClass, RequestLimits } from './request-limits.ts'

/** The authenticated session that an access token stands for. */
export interface Login {
  tokenId: number
  userId: UserId
  roles: readonly Role[]
  scope: Scope
  /** The scope of a user who works for a company and is also an account or a client: the rows that the latter two roles open. */
  ownScope?: Scope
  /** Permissions that any company of the scope has revoked from the roles. */
  revoked?: Revoked
  /** Revoked permissions by company: access to a row of one company is decided by that company's list alone. */
  revokedBy?: RevokedBy
  /** True while the account must still turn on its second factor: only its own account endpoints are open. */
  needsTwoFactor?: boolean
}

/**
 * The login narrowed to the companies that have not revoked the permission, so that it opens no rows of the others; null when none is
 * left. A user without a company has the permissions of the roles. Permissions that only an account or a client has open their own rows.
 */
export function loginWith(login: Login, may: Permission): Login | null {
  const { ownScope, ...others } = login
  const { roles } = login
  if (!ownScope) return heldBy(roles, login, may)
  const atWork = heldBy(roles.filter(worksInCompany), login, may)
  return atWork ?? heldBy(roles, { ...others, scope: ownScope }, may)
}

function heldBy(roles: readonly Role[], login: Login, may: Permission): Login | null {
  const { scope, revokedBy } = login
  const { companies } = scope
  if (companies === 'every' || companies.length === 0 || !revokedBy?.size) {
    return rolesMay(roles, may, login.revoked) ? login : null
  }
  const holding = companies.filter((id) => rolesMay(roles, may, revokedBy.get(id)))
  if (holding.length === companies.length) return login
  if (holding.length === 0) return null
  const left = new Map([...revokedBy].filter(([id]) => holding.includes(id)))
  return { ...login, scope: { ...scope, companies: holding }, ...revokedFrom(left) }
}

/** Derives both forms of the revoked permissions: all of them, and by company. */
export function revokedFrom(revokedBy: RevokedBy): Required<Pick<Login, 'revoked' | 'revokedBy'>> {
  return { revoked: [...new Set([...revokedBy.values()].flat())], revokedBy }
}

/** The session of a client of one company. Another account with the same phone has nothing to do with it. */
export type ClientLogin = Login & { scope: { companies: readonly [CompanyId]; ownUserId: UserId; clientPhone: string } }

/**
 * Returns null when the token has no open session. Throws account.banned when the account may not be used now. Without `isUse` the look-up
 * does not count as a use of the session.
 */
export type FindLogin = (token: string, isUse?: boolean) => Promise<Login | null>

/** Only endpoints of the clients' application require this permission, so a client's token opens nothing else. */
const OF_CLIENTS = 'client_app.own' satisfies Access

declare module 'fastify' {
  interface FastifyInstance {
    findLogin: FindLogin
    /** Finds the session of a client of one company. */
    findClientLogin: (token: string) => Promise<ClientLogin | null>
    requestLimits: RequestLimits
  }
  interface FastifyContextConfig {
    /** The permission that an endpoint of the contract requires. */
    may?: Access
  }
  interface FastifyRequest {
    /** null until the token was read, and on public endpoints. */
    login: Login | null
    /** The raw body, which the fingerprint of an Idempotency-Key covers. */
    bodyText: string
  }
}

const BEARER = /^Bearer ([\w.~+/-]{1,200}=*)$/i
const COMPANY_ID = /^\d{1,15}$/
const CREATED = 201
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** Authenticates the token, counts the request and checks the endpoint's permission. Runs before the body is read. */
export async function admit(
  request: FastifyRequest,
  { may, isAutomatic = false }: Pick<Endpoint, 'may' | 'isAutomatic'>,
  kind: RequestClass = 'light',
): Promise<void> {
  const { requestLimits, findLogin } = request.server
  checkCompanyHeader(request)
  if (may === 'public') return requestLimits.countAddress(request.ip)
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
  if (may === OF_CLIENTS && token && (await admitClient(request, token))) return
  const isUse = !isAutomatic && request.headers[UNATTENDED_HEADER] === undefined
  const login = token ? await findLogin(token, isUse) : null
  if (login) requestLimits.count(login, kind === 'client' ? 'light' : kind, request.ip)
  else requestLimits.countAddress(request.ip)
  if (!login) throw new DomainError('account.token_invalid')
  if (login.needsTwoFactor && may !== 'session.own') throw new DomainError('account.two_factor_needed')
  const held = loginWith(login, may)
  if (!held) throw new DomainError('account.forbidden')
  request.login = held
}

async function admitClient(request: FastifyRequest, token: string): Promise<boolean> {
  const { findClientLogin, requestLimits } = request.server
  const login = await findClientLogin(token)
  if (login) requestLimits.count(login, 'client', request.ip)
  request.login = login
  return login !== null
}

/** The login of an admitted request, narrowed to the companies where it holds the endpoint's permission. */
export function loginOf(request: FastifyRequest): Login {
  if (!request.login) throw new DomainError('account.token_invalid')
  return request.login
}

/** A marker of the deployment that old clients send; it never widens what a token may see. */
function checkCompanyHeader(request: FastifyRequest): void {
  const header = request.headers['company-id']
  if (header !== undefined && !COMPANY_ID.test(String(header))) {
    throw new FieldErrors({ 'company-id': ['Identificator invalid'] })
  }
}

const ANONYMOUS: Actor = {
  userId: null,
  kind: 'client',
  roles: [],
  scope: { companies: [], ownUserId: null },
  once: null,
}

/** The actor of the command. A driver who is also a dispatcher acts as a driver on the driver's endpoints. */
export function actorOf(request: FastifyRequest, { may, status }: Pick<Endpoint, 'may' | 'status'>): Actor {
  const { login } = request
  const once = onceOf(request, { creates: status === CREATED, login })
  if (!login) return ANONYMOUS
  const kind = may === 'driver.work' ? 'driver' : kindOf(login.roles)
  const { userId, roles, revokedBy, scope } = login
  return { userId, kind, roles, revokedBy, scope, once, ip: request.ip }
}

function kindOf(roles: readonly Role[]): InitiatorKind {
  if (roles.includes('dispatcher') || roles.includes('company_admin')) return 'dispatcher'
  if (roles.includes('admin')) return 'admin'
  if (roles.includes('company')) return 'company'
  return roles.includes('driver') ? 'driver' : 'client'
}

/** A request that creates something runs once even without a key, for the case that the reply to its commit was lost. */
function onceOf(request: FastifyRequest, { creates, login }: { creates: boolean; login: Login | null }): Actor['once'] {
  const key = request.headers['idempotency-key']
  if (request.method === 'GET' || (key === undefined && !creates)) return null
  if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) {
    throw new FieldErrors({ 'idempotency-key': ['Între 1 și 200 de caractere ASCII, fără spații'] })
  }
  // Keys are stored by user, and a client of two companies is one user.
  const of = login?.scope.clientPhone === undefined ? '' : `client of ${login.scope.companies} `
  const fingerprint = hashOf(`${of}${request.method} ${request.url}\n${request.bodyText}`)
  if (key === undefined) return { key: null, fingerprint }
  return { key: of === '' ? key : hashOf(of + key), fingerprint }
}

function hashOf(text: string): string {
  return crypto.createHash('sha256').update(text).digest('base64url')
}

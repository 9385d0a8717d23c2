import crypto from 'node:crypto'
import { rolesMay } from '@dispecerat/domain/identity/permissions'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { PHONE_PATH } from '../../adapters/telephony/telephony.ts'
import type { IceConfig } from '../../platform/config/config-telephony.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { iceServersFor } from './ice-servers.ts'
import { type AccountKind, accountsOfUser, insertAccount, kindsOfUser, type SipAccount } from './sip-accounts.store.ts'
import { isClientOf, isDriver, isPersonOf, openMeta, versionedMeta } from './user-meta.store.ts'

interface Property {
  key: string
  value: string | null
  is_secret?: true
}

export const SIP_PASSWORD = 'sipPassword'
/** Keys that are computed for a telephone, never stored for its user. */
export const TELEPHONE_KEYS: readonly string[] = [
  'sipUrl',
  'sipWs',
  'useUpdate',
  'wsUseUpdate',
  'callerSipUrl',
  'callerSipPassword',
  'telephone',
  'iceServers',
  'iceOnlyRelayed',
]

/** Properties of a driver that a dispatcher may read in addition to the driver's page. */
const OF_DRIVERS: readonly string[] = ['app_version', 'device']

/** Settings that every phone of the installation gets. */
export interface PhonesOfServer {
  sipDomain: string
  ice: IceConfig
  /** The kinds of account that this installation has. */
  accountKinds: readonly AccountKind[]
}

/** Extensions of dispatchers and of simulated callers are distinguishable; both are unique by the user's id. */
const EXTENSION = {
  dispatcher: (userId: UserId) => String(1000 + userId),
  caller: (userId: UserId) => `c${userId}`,
} as const satisfies Record<AccountKind, (userId: UserId) => string>

/** The installation has no exchange on purpose, so the console must not report an error. */
const NO_TELEPHONE: Property = { key: 'telephone', value: 'off' }

/** 160 bits, because nobody types it. */
const PASSWORD_BYTES = 20

/** The actor's own properties and those of the telephone; missing accounts are created now. */
export async function ownMeta(server: Server, userId: UserId, phones: PhonesOfServer | null): Promise<Property[]> {
  const open = await openMeta(server.db, userId)
  if (phones === null) return [...open, NO_TELEPHONE]
  const accounts = await accountsMade(server, userId, phones.accountKinds)
  const [first] = accounts
  const ice = first ? iceServersFor(phones.ice, first.extension, server.clock.now()) : []
  return [
    ...open,
    ...accounts.flatMap((account) => ofTelephone(account, phones.sipDomain)),
    ...(ice.length > 0 ? [{ key: 'iceServers', value: JSON.stringify(ice) }] : []),
    ...(first && phones.ice.isOnlyRelayed ? [{ key: 'iceOnlyRelayed', value: 'yes' }] : []),
  ]
}

/**
 * The properties of a person who works for the actor's companies, without those of the telephone; none of a client, `user.unknown` for any
 * other user. Actors who may edit the list see the names of secrets without their values; a dispatcher reads only a driver's application
 * and device.
 */
export async function metaOf(
  { db }: Server,
  { scope, roles, userId: callerId }: Actor,
  userId: UserId,
): Promise<{ data: Property[]; version: number }> {
  if (!(await isPersonOf(db, scope, userId))) {
    if (await isClientOf(db, scope, userId)) return { data: [], version: 0 }
    throw new DomainError('user.unknown')
  }
  const { rows, version } = await versionedMeta(db, userId)
  const drives = await isDriver(db, userId)
  const shown = rolesMay(roles, 'users.administer')
    ? rows
    : rows.filter(({ key, isSecret }) => !isSecret && (callerId === userId || (drives && OF_DRIVERS.includes(key))))
  const data = shown.map(({ key, value, isSecret }) =>
    isSecret ? { key, value: null, is_secret: true as const } : { key, value },
  )
  return { data, version }
}

/** The accounts of a user; missing ones that the user may have are created first. A revoked permission hides its account. */
export async function accountsMade(
  server: Server,
  userId: UserId,
  existing: readonly AccountKind[],
): Promise<SipAccount[]> {
  const kinds = (await kindsOfUser(server.db, userId)).filter((kind) => existing.includes(kind))
  const known = await accountsOfUser(server.db, server.seal, userId)
  const missing = kinds.filter((kind) => known.every((account) => account.kind !== kind))
  if (missing.length === 0) return known.filter(({ kind }) => kinds.includes(kind))
  return write(server, SYSTEM, async (tx) => {
    const now = server.clock.now()
    for (const kind of missing) {
      const password = crypto.randomBytes(PASSWORD_BYTES).toString('base64url')
      await insertAccount(tx, server, { userId, kind, extension: EXTENSION[kind](userId), password, now })
    }
    return (await accountsOfUser(tx, server.seal, userId)).filter(({ kind }) => kinds.includes(kind))
  })
}

function ofTelephone({ kind, extension, password, sipWs, useUpdate }: SipAccount, domain: string): Property[] {
  const url = `sip:${extension}@${domain}`
  if (kind === 'caller') {
    return [
      { key: 'callerSipUrl', value: url },
      { key: 'callerSipPassword', value: password },
    ]
  }
  const updates = useUpdate ? 'yes' : 'no'
  return [
    { key: 'sipUrl', value: url },
    { key: SIP_PASSWORD, value: password },
    { key: 'sipWs', value: sipWs ?? PHONE_PATH },
    { key: 'useUpdate', value: updates },
    { key: 'wsUseUpdate', value: updates },
  ]
}

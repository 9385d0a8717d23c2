import crypto from 'node:crypto'
import { DomainError } from '@dispecerat/domain/errors'
import { rolesMay } from '@dispecerat/domain/permissions'
import type { IceConfig } from '../config-telephony.ts'
import { type Actor, SYSTEM } from '../db/actor.ts'
import { write } from '../db/write.ts'
import { PHONE_PATH } from '../providers/telephony/telephony.ts'
import type { Server } from '../server.ts'
import { iceServersFor } from './ice-servers.ts'
import { type AccountKind, accountsOfUser, insertAccount, kindsOfUser, type SipAccount } from './sip-accounts.store.ts'
import { everyMeta, isClientOf, isDriver, isPersonOf, type MetaRow, openMeta } from './user-meta.store.ts'

interface Property {
  key: string
  value: string | null
  is_secret?: true
}

export const SIP_PASSWORD = 'sipPassword'
/** Told of a telephone, never kept with its user. */
export const TELEPHONE_KEYS: readonly string[] = [
  ...['sipUrl', 'sipWs', 'useUpdate', 'wsUseUpdate', 'callerSipUrl', 'callerSipPassword', 'telephone'],
  ...['iceServers', 'iceOnlyRelayed'],
]

/** What a dispatcher may know of a driver besides what his page says (role matrix §4.2). */
const OF_DRIVERS: readonly string[] = ['app_version', 'device']

/** What every phone of the house is told. */
export interface PhonesOfServer {
  sipDomain: string
  ice: IceConfig
  /** The kinds of account that this installation has. */
  accountKinds: readonly AccountKind[]
}

/** Drivers' and dispatchers' extensions are told apart from callers' at a glance; both are unique by the user's id. */
const EXTENSION = {
  dispatcher: (userId: number) => String(1000 + userId),
  caller: (userId: number) => `c${userId}`,
} as const satisfies Record<AccountKind, (userId: number) => string>

/** The house has no exchange on purpose: nothing is missing that somebody should put right. */
const NO_TELEPHONE: Property = { key: 'telephone', value: 'off' }

/** 160 bits: nobody types it. */
const PASSWORD_BYTES = 20

/** The logged user's own properties and those of his telephone; what is missing at the exchange is made now. */
export async function ownMeta(server: Server, userId: number, phones: PhonesOfServer | null): Promise<Property[]> {
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
 * Of a person who works for the caller's companies, without those of the telephone; none of a client, `user.unknown` for anybody else. Who may write the list sees which
 * secrets there are, without what they are; a dispatcher reads of a driver's which application and telephone he has.
 */
export async function metaOf(
  { db }: Server,
  { scope, roles, userId: callerId }: Actor,
  userId: number,
): Promise<{ data: Property[]; version: string }> {
  if (!(await isPersonOf(db, scope, userId))) {
    if (await isClientOf(db, scope, userId)) return { data: [], version: versionOfMeta([]) }
    throw new DomainError('user.unknown')
  }
  const rows = await everyMeta(db, userId)
  const drives = await isDriver(db, userId)
  const shown = rolesMay(roles, 'users.administer')
    ? rows
    : rows.filter(({ key, isSecret }) => !isSecret && (callerId === userId || (drives && OF_DRIVERS.includes(key))))
  const data = shown.map(({ key, value, isSecret }) =>
    isSecret ? { key, value: null, is_secret: true as const } : { key, value },
  )
  return { data, version: versionOfMeta(rows) }
}

/** The same for the same list: what tells an editor that nobody wrote it meanwhile. */
export function versionOfMeta(rows: readonly MetaRow[]): string {
  return crypto.createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16)
}

/** The accounts of a user, those he may have and has not made first. A right that was taken away hides its account. */
export async function accountsMade(
  server: Server,
  userId: number,
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

import crypto from 'node:crypto'
import { DomainError } from '@dispecerat/domain/errors'
import { type Caller, SYSTEM } from '../db/caller.ts'
import { write } from '../db/write.ts'
import { PHONE_PATH } from '../providers/telephony/telephony.ts'
import type { Server } from '../server.ts'
import { type AccountKind, accountsOfUser, insertAccount, kindsOfUser, type SipAccount } from './sip-accounts.store.ts'
import { isPersonOf, openMeta } from './user-meta.store.ts'

interface Property {
  key: string
  value: string | null
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
export async function ownMeta(server: Server, userId: number, sipDomain: string | null): Promise<Property[]> {
  const open = await openMeta(server.db, userId)
  if (sipDomain === null) return [...open, NO_TELEPHONE]
  const accounts = await accountsMade(server, userId)
  return [...open, ...accounts.flatMap((account) => ofTelephone(account, sipDomain))]
}

/** Of a person of the caller's companies, without his telephone; `user.unknown` for anybody else. */
export async function metaOf({ db }: Server, { scope }: Caller, userId: number): Promise<Property[]> {
  if (!(await isPersonOf(db, scope, userId))) throw new DomainError('user.unknown')
  return openMeta(db, userId)
}

/** The accounts of a user, those he may have and has not made first. A right that was taken away hides its account. */
export async function accountsMade(server: Server, userId: number): Promise<SipAccount[]> {
  const kinds = await kindsOfUser(server.db, userId)
  const known = await accountsOfUser(server.db, userId)
  const missing = kinds.filter((kind) => known.every((account) => account.kind !== kind))
  if (missing.length === 0) return known.filter(({ kind }) => kinds.includes(kind))
  return write(server, SYSTEM, async (tx) => {
    const now = server.clock.now()
    for (const kind of missing) {
      const password = crypto.randomBytes(PASSWORD_BYTES).toString('base64url')
      await insertAccount(tx, { userId, kind, extension: EXTENSION[kind](userId), password, now })
    }
    return (await accountsOfUser(tx, userId)).filter(({ kind }) => kinds.includes(kind))
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
    { key: 'sipPassword', value: password },
    { key: 'sipWs', value: sipWs ?? PHONE_PATH },
    { key: 'useUpdate', value: updates },
    { key: 'wsUseUpdate', value: updates },
  ]
}

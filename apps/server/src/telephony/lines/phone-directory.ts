import { isPresent } from '@dispecerat/domain/identity/presence'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import type { PhoneDirectory } from '../../adapters/telephony/telephony.ts'
import { findCompany } from '../../identity/companies/companies.public.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import {
  type AccountKind,
  type Attendant,
  accountOfExtension,
  attendantsOf,
  companyOfNumber,
  telephonesFor,
} from '../sip-accounts/sip-accounts.store.ts'

/** `company-7`: a company without a number of its own is called by its id. */
const COMPANY_NAME = /^company-(\d{1,15})$/

/** The phone directory, with who is at a console. */
export interface ServerPhoneDirectory extends PhoneDirectory {
  isPresent(attendant: Attendant): boolean
}

async function lineOf(db: Db, dialled: string): Promise<CompanyId | null> {
  const [, named] = COMPANY_NAME.exec(dialled) ?? []
  const ofName = named === undefined ? null : asId<CompanyId>(Number(named))
  if (ofName !== null) return (await findCompany(db, ofName)) ? ofName : null
  const number = normalizePhone(dialled)
  return isPhone(number) ? companyOfNumber(db, number) : null
}

/** Answers the exchange from the database, queried anew each time, so that a user who was removed a second ago is not called. */
export function openPhoneDirectory(
  { db, clock, seal }: Server,
  realtime: Realtime,
  kinds: readonly AccountKind[] = ['dispatcher'],
): ServerPhoneDirectory {
  const connected = new Set<number>()
  realtime.onPresence((userId, isConnected) => {
    if (isConnected) connected.add(userId)
    else connected.delete(userId)
  })
  const sitsThere = ({ userId, isOnline, beatAt }: Attendant) =>
    isPresent(
      { isConnected: connected.has(userId), beat: beatAt && { isOnline: isOnline === true, at: beatAt } },
      clock.now(),
    )
  return {
    account: async (extension) => {
      const account = await accountOfExtension(db, seal, extension, clock.now())
      return account && kinds.includes(account.kind) ? account : null
    },
    companyOfLine: async (dialled, by) => {
      const companyId = await lineOf(db, dialled)
      const mayRing = companyId !== null && (!by || (await telephonesFor(db, by.userId, companyId)))
      return mayRing ? companyId : null
    },
    dispatchersOf: async (companyId) => {
      const attendants = await attendantsOf(db, [companyId], clock.now())
      return attendants.filter(sitsThere).map(({ userId }) => userId)
    },
    isPresent: sitsThere,
  }
}

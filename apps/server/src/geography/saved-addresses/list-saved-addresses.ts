import type { SavedAddress } from '@dispecerat/contract/geography/addresses'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { addressesOf, type Owner } from './saved-addresses.store.ts'

/** Addresses by a phone or a user id, whichever the text is; 422 when it is neither. */
export async function listSavedAddresses(db: Db, actor: Actor, phoneOrUserId: string): Promise<SavedAddress[]> {
  return addressesOf(db, actor.scope, ownerOf(phoneOrUserId))
}

function ownerOf(text: string): Owner {
  if (/^[+0]/.test(text)) {
    const phone = normalizePhone(text)
    if (isPhone(phone)) return { phone }
  } else if (/^\d{1,15}$/.test(text)) {
    return { userId: Number(text) }
  }
  throw new FieldErrors({ phoneOrUserId: ['Număr de telefon sau identificator invalid'] })
}

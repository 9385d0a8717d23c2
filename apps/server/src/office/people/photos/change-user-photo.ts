import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordStatusChange } from '../../../fleet/fleet.public.ts'
import { recordAudit } from '../../../platform/audit/audit.public.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { write } from '../../../platform/db/write.ts'
import { typedPhoto } from '../../../platform/http/typed-photo.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import { type PersonRecord, savePerson } from '../person.store.ts'
import { companyOf, lockPerson, requireAdministered } from '../person-rules.ts'
import { dropUserPhoto, keepUserPhoto } from './user-photo.store.ts'

interface PersonId {
  userId: UserId
}

/** Replaces the photo. Clients cannot have one. FieldErrors on `photo`; throws user.unknown, user.not_yours_to_edit. */
export function saveUserPhoto(server: Server, actor: Actor, userId: UserId, base64: string): Promise<PersonId> {
  const photo = typedPhoto(base64, 'photo')
  return write(server, actor, async (tx) => {
    const person = await lockPerson(tx, actor, userId)
    requireAdministered(actor, person)
    if (person.roles.every((role) => role === 'client')) throw new DomainError('user.not_yours_to_edit')
    const now = server.clock.now()
    await keepUserPhoto(tx, userId, photo, now)
    const after = { photo: photo.contentType, photo_bytes: photo.bytes.length }
    await recordPhotoChange(tx, actor, person, { before: null, after, now })
    return { userId }
  })
}

/** Throws user.unknown, user.not_yours_to_edit, user.no_photo. */
export function removeUserPhoto(server: Server, actor: Actor, userId: UserId): Promise<PersonId> {
  return write(server, actor, async (tx) => {
    const person = await lockPerson(tx, actor, userId)
    requireAdministered(actor, person)
    if (!(await dropUserPhoto(tx, userId))) throw new DomainError('user.no_photo')
    const now = server.clock.now()
    await recordPhotoChange(tx, actor, person, { before: { photo: true }, after: { photo: null }, now })
    return { userId }
  })
}

async function recordPhotoChange(
  tx: Tx,
  actor: Actor,
  person: PersonRecord,
  { now, ...sides }: { before: object | null; after: object; now: Date },
): Promise<void> {
  const { userId, driverCompanyId } = person
  await savePerson(tx, userId, {})
  const change = { entity: 'user', entityId: userId, companyId: companyOf(actor, person), action: 'changed' }
  await recordAudit(tx, actor, { ...change, ...sides }, now)
  if (driverCompanyId !== null) await recordStatusChange(tx, userId, driverCompanyId, now)
}

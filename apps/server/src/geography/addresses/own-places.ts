import type { addPlace, SuggestedPlace } from '@dispecerat/contract/geography/addresses'
import type { BodyOf } from '@dispecerat/contract/kernel/endpoint'
import { foldText } from '@dispecerat/domain/geography/address-text'
import { isInRomania } from '@dispecerat/domain/geography/romania'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { internalAsSuggested } from './address-search.ts'
import { readInternalId } from './find-place.ts'
import { type InternalPlace, lockInternalPlace, markPlaceDeleted, saveInternalPlace } from './internal-places.store.ts'

const recordPlaceChange = audited({ entity: 'internal_place', fields: auditFields })

/** Stores an address as the company's own. Idempotent. */
export async function addOwnPlace(
  server: Server,
  actor: Actor,
  body: BodyOf<typeof addPlace>,
): Promise<SuggestedPlace> {
  const { name, lat, lng } = body
  if (!isInRomania({ lat, long: lng })) throw new DomainError('place.outside_romania')
  const plan = {
    placeId: body.place_id || `${foldText(name)}@${lat.toFixed(5)},${lng.toFixed(5)}`,
    createdBy: actor.userId,
    name,
    lat,
    lng,
    comment: body.comment || null,
    bloc: body.bloc || null,
    scara: body.scara || null,
    reper: body.reper || null,
  }
  return internalAsSuggested(
    await write(server, actor, async (tx) => {
      const place = { ...plan, companyId: await companyFor(tx, actor, body.company_id) }
      const now = server.clock.now()
      const before = await lockInternalPlace(tx, place)
      const saved = await saveInternalPlace(tx, place, now)
      const action = before === null ? 'created' : before.isDeleted ? 'restored' : 'changed'
      await recordPlaceChange(tx, actor, { ...place, id: saved.id, action, before, after: saved }, now)
      return saved
    }),
  )
}

/** Only the company's own addresses can be deleted: a street of the map is refused. */
export async function deleteOwnPlace(server: Server, actor: Actor, placeId: string): Promise<void> {
  await markOwnPlace(server, actor, placeId, 'deleted')
}

/** Undoes the deletion of a company's own address. */
export async function restoreOwnPlace(server: Server, actor: Actor, placeId: string): Promise<void> {
  await markOwnPlace(server, actor, placeId, 'restored')
}

async function markOwnPlace(
  server: Server,
  actor: Actor,
  placeId: string,
  action: 'deleted' | 'restored',
): Promise<void> {
  const id = readInternalId(placeId)
  if (id === null) throw new DomainError('saved_address.not_internal')
  await write(server, actor, async (tx) => {
    const now = server.clock.now()
    const place = await lockInternalPlace(tx, { scope: actor.scope, id })
    const isGone = action === 'deleted'
    if (!place || (isGone && place.isDeleted)) throw new DomainError('place.unknown')
    await markPlaceDeleted(tx, id, isGone ? now : null)
    const [before, after] = isGone ? [place, null] : [null, place]
    if (place.isDeleted !== isGone) await recordPlaceChange(tx, actor, { ...place, action, before, after }, now)
    return id
  })
}

function auditFields({ name, lat, lng, comment, bloc, scara, reper }: InternalPlace): object {
  return { name, lat, long: lng, comment, bloc, scara, reper }
}

/** The requested company, or the actor's first one. */
async function companyFor(tx: Tx, { scope }: Actor, requestedId: CompanyId | undefined): Promise<CompanyId> {
  const first = scope.companies === 'every' ? undefined : scope.companies[0]
  return requestedId === undefined && first !== undefined ? first : chosenCompany(tx, scope, requestedId)
}

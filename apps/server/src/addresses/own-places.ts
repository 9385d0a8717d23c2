import type { addPlace, SuggestedPlace } from '@dispecerat/contract/addresses'
import type { BodyOf } from '@dispecerat/contract/endpoint'
import { foldText } from '@dispecerat/domain/address-text'
import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { isInRomania } from '@dispecerat/domain/romania'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { internalAsSuggested } from './address-search.ts'
import { readInternalId } from './find-place.ts'
import { markPlaceDeleted, markPlaceRestored, saveInternalPlace } from './internal-places.store.ts'

/** Keeps an address as the company's own. Doing it twice keeps one. */
export async function addOwnPlace(
  server: Server,
  caller: Caller,
  body: BodyOf<typeof addPlace>,
): Promise<SuggestedPlace> {
  const { name, lat, lng } = body
  if (!isInRomania({ lat, long: lng })) throw new DomainError('place.outside_romania')
  const place = {
    companyId: companyFor(caller, body.company_id),
    placeId: body.place_id || `${foldText(name)}@${lat.toFixed(5)},${lng.toFixed(5)}`,
    createdBy: caller.userId,
    name,
    lat,
    lng,
    comment: body.comment || null,
    bloc: body.bloc || null,
    scara: body.scara || null,
    reper: body.reper || null,
  }
  return internalAsSuggested(await write(server, caller, (tx) => saveInternalPlace(tx, place, server.clock.now())))
}

/** Only the company's own addresses can go: a street of the map is refused (GAP-29). */
export async function deleteOwnPlace(server: Server, caller: Caller, placeId: string): Promise<void> {
  const id = readInternalId(placeId)
  if (id === null) throw new DomainError('saved_address.not_internal')
  await write(server, caller, async (tx) => {
    if (!(await markPlaceDeleted(tx, caller.scope, id, server.clock.now()))) throw new DomainError('place.unknown')
    return id
  })
}

/** Takes the deletion of a company's own address back. */
export async function restoreOwnPlace(server: Server, caller: Caller, placeId: string): Promise<void> {
  const id = readInternalId(placeId)
  if (id === null) throw new DomainError('saved_address.not_internal')
  await write(server, caller, async (tx) => {
    if (!(await markPlaceRestored(tx, caller.scope, id))) throw new DomainError('place.unknown')
    return id
  })
}

function companyFor({ scope }: Caller, asked: number | undefined): number {
  if (asked !== undefined) {
    if (scope.companies !== 'every' && !scope.companies.includes(asked)) throw new DomainError('company.unknown')
    return asked
  }
  const first = scope.companies === 'every' ? undefined : scope.companies[0]
  if (first === undefined) throw new FieldErrors({ company_id: ['Alegeți compania'] })
  return first
}

import type { NewStand, Stand, StandChange } from '@dispecerat/contract/fleet/stands'

/** A stand while it is edited; coordinates as typed. */
export interface StandDraft {
  /** Null: not saved yet. */
  id: number | null
  companyId: number | null
  name: string
  lat: string
  long: string
  radiusMetres: number
  capacity: number | null
  isActive: boolean
}

export interface Place {
  lat: number
  long: number
}

const USUAL_RADIUS_METRES = 100

export function newDraft(companyId: number | null): StandDraft {
  return {
    id: null,
    companyId,
    name: '',
    lat: '',
    long: '',
    radiusMetres: USUAL_RADIUS_METRES,
    capacity: null,
    isActive: true,
  }
}

export function draftOf(stand: Stand): StandDraft {
  return {
    id: stand.id,
    companyId: stand.company_id,
    name: stand.name,
    lat: String(stand.lat),
    long: String(stand.long),
    radiusMetres: stand.radius_m,
    capacity: stand.capacity,
    isActive: stand.is_active,
  }
}

export function movedTo(draft: StandDraft, { lat, long }: Place): StandDraft {
  return { ...draft, lat: String(lat), long: String(long) }
}

/** Parses degrees with comma or point; null when invalid or out of range. */
export function readDegrees(typed: string, max: number): number | null {
  const text = typed.trim().replace(',', '.')
  const degrees = text === '' ? Number.NaN : Number(text)
  return Math.abs(degrees) <= max ? degrees : null
}

/** The draft's position; null until both coordinates are valid. */
export function placeOf(draft: StandDraft): Place | null {
  const lat = readDegrees(draft.lat, 90)
  const long = readDegrees(draft.long, 180)
  return lat === null || long === null ? null : { lat, long }
}

/** True when saving would change anything; a new stand counts once a field was filled. */
export function isDirty(draft: StandDraft, saved: Stand | undefined): boolean {
  const before = saved ? draftOf(saved) : newDraft(draft.companyId)
  const fields = Object.keys(before) as (keyof StandDraft)[]
  return fields.some((field) => draft[field] !== before[field])
}

export function toNewStand(draft: StandDraft, place: Place): NewStand {
  const { name, radiusMetres, capacity, isActive, companyId } = draft
  const stand = { name, ...place, radius_m: radiusMetres, capacity, is_active: isActive }
  return companyId === null ? stand : { ...stand, company_id: companyId }
}

/** Only the fields that differ, so that a concurrent change of another field stays. */
export function changesTo(draft: StandDraft, place: Place, saved: Stand): StandChange {
  const next = toNewStand(draft, place)
  const changed: StandChange = {}
  if (next.name !== saved.name) changed.name = next.name
  if (next.lat !== saved.lat) changed.lat = next.lat
  if (next.long !== saved.long) changed.long = next.long
  if (draft.radiusMetres !== saved.radius_m) changed.radius_m = draft.radiusMetres
  if (draft.capacity !== saved.capacity) changed.capacity = draft.capacity
  if (draft.isActive !== saved.is_active) changed.is_active = draft.isActive
  return changed
}

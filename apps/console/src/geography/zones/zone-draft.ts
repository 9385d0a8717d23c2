import type { NewPolygon, Polygon, PolygonChange } from '@dispecerat/contract/geography/zones'
import { tidyRing } from '@dispecerat/domain/geography/zone'
import type { Point } from '@dispecerat/domain/kernel/geo'

type Ring = readonly Point[]

/** A zone while it is edited, with its outlines for undo and redo. */
export interface ZoneDraft {
  /** Null: not saved yet. */
  id: number | null
  companyId: number | null
  name: string
  color: string | null
  ring: Ring
  past: readonly Ring[]
  future: readonly Ring[]
}

const MAX_STEPS = 200

export function newZone(companyId: number | null): ZoneDraft {
  return { id: null, companyId, name: '', color: null, ring: [], past: [], future: [] }
}

export function draftOfZone({ id, company_id, name, color, paths }: Polygon): ZoneDraft {
  return { id, companyId: company_id, name, color, ring: paths, past: [], future: [] }
}

/** Sets a new outline and pushes the one before onto the undo history. */
export function redrawn(draft: ZoneDraft, ring: Ring): ZoneDraft {
  if (sameRing(ring, draft.ring)) return draft
  return { ...draft, ring, past: [...draft.past, draft.ring].slice(-MAX_STEPS), future: [] }
}

export function undone(draft: ZoneDraft): ZoneDraft {
  const before = draft.past.at(-1)
  if (!before) return draft
  return { ...draft, ring: before, past: draft.past.slice(0, -1), future: [draft.ring, ...draft.future] }
}

export function redone(draft: ZoneDraft): ZoneDraft {
  const [next, ...rest] = draft.future
  if (!next) return draft
  return { ...draft, ring: next, past: [...draft.past, draft.ring], future: rest }
}

export function withPoint(ring: Ring, index: number, point: Point): Point[] {
  return ring.map((each, i) => (i === index ? point : each))
}

export function withoutPoint(ring: Ring, index: number): Point[] {
  return ring.filter((_, i) => i !== index)
}

/** Adds a corner in the middle of the side that starts at `index`; after a line's last point, a copy of it. */
export function withMiddle(ring: Ring, index: number, closes: boolean): Point[] {
  const from = ring[index]
  const to = ring[index + 1] ?? (closes ? ring[0] : from)
  if (!from || !to) return [...ring]
  const middle = { lat: rounded((from.lat + to.lat) / 2), long: rounded((from.long + to.long) / 2) }
  return [...ring.slice(0, index + 1), middle, ...ring.slice(index + 1)]
}

/** True when saving would change anything; a new zone counts once a field was filled. */
export function zoneIsDirty(draft: ZoneDraft, saved: Polygon | undefined): boolean {
  if (!saved) return draft.name.trim() !== '' || draft.color !== null || draft.ring.length > 0
  return Object.keys(zoneChanges(draft, saved)).length > 0
}

export function toNewZone({ name, color, ring, companyId }: ZoneDraft): NewPolygon {
  const zone = { name, color, paths: [...ring] }
  return companyId === null ? zone : { ...zone, company_id: companyId }
}

/** Only the fields that differ. */
export function zoneChanges({ name, color, ring }: ZoneDraft, saved: Polygon): PolygonChange {
  const changes: PolygonChange = {}
  if (name.trim() !== saved.name) changes.name = name
  if (color !== saved.color) changes.color = color
  if (!sameRing(tidyRing(ring), saved.paths)) changes.paths = [...ring]
  return changes
}

function sameRing(a: Ring, b: Ring): boolean {
  return a === b || (a.length === b.length && a.every((p, i) => p.lat === b[i]?.lat && p.long === b[i]?.long))
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}

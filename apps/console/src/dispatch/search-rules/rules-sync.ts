import type {
  SearchInterval as WireInterval,
  SearchMethod as WireMethod,
} from '@dispecerat/contract/dispatch/search-rules'
import { stepFromWire } from '@dispecerat/contract/dispatch/search-steps'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import {
  addInterval,
  type DraftStep,
  draftSteps,
  dropInterval,
  type Edited,
  fieldsOf,
  type IntervalFields,
  type KnownRules,
  type RulesDraft,
  withoutEqual,
} from './rules-draft.ts'

/**
 * Merges the rules loaded from the server. Local changes stay; an edited interval that another user removed becomes
 * an unsaved one (`orphans`).
 */
export function applyServerRules(
  draft: RulesDraft | null,
  companyId: number,
  wire: readonly WireInterval[],
): { draft: RulesDraft; orphans: number[] } {
  const known = knownRules(draft?.known ?? null, companyId, wire)
  if (draft === null || draft.known.companyId !== companyId) {
    return { draft: { known, order: known.order, intervals: {}, methods: {} }, orphans: [] }
  }
  const orphans: number[] = []
  let merged = draft
  for (const id of withTypedWork(draft, known)) {
    const copy = addInterval(merged, id)
    orphans.push(copy.id)
    merged = dropInterval(copy.draft, id)
  }
  const methods = Object.fromEntries(
    Object.entries(merged.methods).filter(([key]) => Number(key) < 0 || key in known.methods),
  )
  const order = placeUnsaved(known.order, merged.order)
  return { draft: withoutEqual({ ...merged, known, order, methods }), orphans }
}

/** Intervals removed by another user that have local changes. */
function withTypedWork(draft: RulesDraft, known: KnownRules): number[] {
  const stillRun = new Set(Object.values(known.intervals).map(({ thing }) => thing.method))
  return draft.order.filter((id) => {
    const { method } = fieldsOf(draft, id)
    const hasLostSteps = method !== null && method in draft.methods && !stillRun.has(method)
    return id > 0 && !(id in known.intervals) && (id in draft.intervals || hasLostSteps)
  })
}

function knownRules(before: KnownRules | null, companyId: number, wire: readonly WireInterval[]): KnownRules {
  const methods: Record<number, Edited<readonly DraftStep[]>> = {}
  for (const { search_method_id: id, method_version, definitions } of wire) {
    if (id === null) continue
    const steps = definitions.items.map(stepFromWire)
    const last = before?.methods[id]?.thing
    const thing = last && sameSteps(last, steps) ? last : draftSteps(steps)
    methods[id] = { version: method_version, thing }
  }
  return {
    companyId,
    order: wire.map(({ id }) => id),
    intervals: Object.fromEntries(wire.map((one) => [one.id, { version: one.version, thing: fieldsFromWire(one) }])),
    methods,
    lastEdits: Object.fromEntries(
      wire.map((one) => [one.id, { by: one.updated_by?.name ?? null, at: one.updated_at }]),
    ),
  }
}

function fieldsFromWire({ name, type, value, search_method_id }: WireInterval): IntervalFields {
  return {
    name: name ?? '',
    type,
    timeFrom: value.time_from,
    timeTo: value.time_to,
    selectedDay: value.selected_day,
    customDay: value.custom_day,
    method: search_method_id,
  }
}

function sameSteps(drafted: readonly DraftStep[], steps: readonly SearchStep[]): boolean {
  return JSON.stringify(drafted.map(({ step }) => step)) === JSON.stringify(steps)
}

/** An interval was saved: the reply is the server's state, under its new id. */
export function intervalSaved(draft: RulesDraft, id: number, wire: WireInterval): RulesDraft {
  const { method } = fieldsOf(draft, id)
  const known = {
    ...draft.known,
    order: draft.known.order.includes(wire.id) ? draft.known.order : [...draft.known.order, wire.id],
    intervals: { ...draft.known.intervals, [wire.id]: { version: wire.version, thing: fieldsFromWire(wire) } },
  }
  const { [id]: _, ...intervals } = draft.intervals
  const order = draft.order.map((other) => (other === id ? wire.id : other))
  const saved = { ...draft, known, order, intervals }
  if (method === null || method > 0 || wire.search_method_id === null) return saved
  return methodSaved(saved, method, {
    id: wire.search_method_id,
    version: wire.method_version ?? 1,
    definitions: wire.definitions,
  })
}

/** A method was saved: intervals that refer to its temporary id get the new one. */
export function methodSaved(
  draft: RulesDraft,
  key: number,
  wire: Pick<WireMethod, 'id' | 'version' | 'definitions'>,
): RulesDraft {
  const { [key]: sent, ...methods } = draft.methods
  const thing = sent?.thing ?? draftSteps(wire.definitions.items.map(stepFromWire))
  const known = { ...draft.known, methods: { ...draft.known.methods, [wire.id]: { version: wire.version, thing } } }
  const intervals = Object.fromEntries(
    Object.entries(draft.intervals).map(([id, edited]) => [
      id,
      edited.thing.method === key ? { ...edited, thing: { ...edited.thing, method: wire.id } } : edited,
    ]),
  )
  return withoutEqual({ ...draft, known, methods, intervals })
}

/** The saved order, with each unsaved id of `drawn` inserted after the neighbour it followed, or at the top. */
export function placeUnsaved(saved: readonly number[], drawn: readonly number[]): number[] {
  const top: number[] = []
  const behind = new Map<number, number[]>(saved.map((id) => [id, []]))
  let place = top
  for (const id of drawn) {
    if (id < 0) place.push(id)
    else place = behind.get(id) ?? place
  }
  return [...top, ...saved.flatMap((id) => [id, ...(behind.get(id) ?? [])])]
}

import type { EditedInterval } from '@dispecerat/contract/dispatch/search-steps'
import { validateInterval } from '@dispecerat/domain/dispatch/search/rules/validate-interval'
import { validateStep } from '@dispecerat/domain/dispatch/search/rules/validate-step'
import { type SearchInterval, type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'

/** A step with its React key, which stays the same when the step is moved. */
export interface DraftStep {
  key: number
  step: SearchStep
}

export type IntervalFields = Pick<SearchInterval, 'type' | 'timeFrom' | 'timeTo' | 'selectedDay' | 'customDay'> & {
  name: string
  /** Id of its search method; negative when not saved yet; null for none, which runs the fallback. */
  method: number | null
}

/** `version` is the loaded one; null for what was never saved. */
export interface Edited<Thing> {
  version: number | null
  thing: Thing
}
type ById<Thing> = Readonly<Record<number, Edited<Thing>>>

/** The rules as last loaded from the server. */
export interface KnownRules {
  companyId: number
  order: readonly number[]
  intervals: ById<IntervalFields>
  methods: ById<readonly DraftStep[]>
  /** The last editor of each interval, and the time (wire time). */
  lastEdits: Readonly<Record<number, { by: string | null; at: string | null }>>
}

/**
 * The server's rules and the local changes. Only differences are stored, so that another admin's change is visible at
 * once.
 */
export interface RulesDraft {
  known: KnownRules
  /** Order of precedence, with unsaved intervals (negative ids) among the saved ones. */
  order: readonly number[]
  intervals: ById<IntervalFields>
  methods: ById<readonly DraftStep[]>
}

let lastId = 0
/** A unique negative id until the server assigns one. */
export function unsavedId(): number {
  lastId -= 1
  return lastId
}

export function draftSteps(steps: readonly SearchStep[]): DraftStep[] {
  return steps.map((step) => ({ key: unsavedId(), step }))
}

const NEW_FIELDS: IntervalFields = {
  name: '',
  type: 'weekdays',
  timeFrom: '00:00:00',
  timeTo: '23:59:59',
  selectedDay: null,
  customDay: null,
  method: null,
}

export function fieldsOf(draft: RulesDraft, id: number): IntervalFields {
  return (draft.intervals[id] ?? draft.known.intervals[id])?.thing ?? NEW_FIELDS
}

export function stepsOf(draft: RulesDraft, id: number): readonly DraftStep[] {
  const { method } = fieldsOf(draft, id)
  return method === null ? [] : ((draft.methods[method] ?? draft.known.methods[method])?.thing ?? [])
}

/** Other intervals with the same search method. */
export function sharersOf(draft: RulesDraft, id: number): number[] {
  const { method } = fieldsOf(draft, id)
  return method === null ? [] : draft.order.filter((other) => other !== id && fieldsOf(draft, other).method === method)
}

/** The rules as edited: used for the replay and the week view. */
export function editedRules(draft: RulesDraft): { intervals: EditedInterval[] } {
  return {
    intervals: draft.order.map((id) => {
      const { method, name, ...fields } = fieldsOf(draft, id)
      const steps = stepsOf(draft, id).map(({ step }) => step)
      return { ...fields, id, name: name || null, searchMethodId: method, steps }
    }),
  }
}

export function changeFields(draft: RulesDraft, id: number, change: Partial<IntervalFields>): RulesDraft {
  const version = draft.intervals[id]?.version ?? draft.known.intervals[id]?.version ?? null
  const thing = { ...fieldsOf(draft, id), ...change }
  return withoutEqual({ ...draft, intervals: { ...draft.intervals, [id]: { version, thing } } })
}

/** Changes the steps of the interval's method, for every interval that shares it. */
export function changeSteps(draft: RulesDraft, id: number, steps: readonly DraftStep[]): RulesDraft {
  const { method } = fieldsOf(draft, id)
  if (method === null) return ownSteps(draft, id, steps)
  const version = draft.methods[method]?.version ?? draft.known.methods[method]?.version ?? null
  return withoutEqual({ ...draft, methods: { ...draft.methods, [method]: { version, thing: steps } } })
}

/** Gives the interval a method of its own, so that its steps no longer change with those of others. */
export function ownSteps(draft: RulesDraft, id: number, steps = stepsOf(draft, id)): RulesDraft {
  const method = unsavedId()
  const thing = draftSteps(steps.map(({ step }) => step))
  return changeFields({ ...draft, methods: { ...draft.methods, [method]: { version: null, thing } } }, id, { method })
}

/** Adds an interval at the top, where it has precedence; a copy is inserted right above its original. */
export function addInterval(draft: RulesDraft, copyOf: number | null): { draft: RulesDraft; id: number } {
  const id = unsavedId()
  const fields = copyOf === null ? NEW_FIELDS : fieldsOf(draft, copyOf)
  const steps = copyOf === null ? draftSteps([STEP_DEFAULTS]) : stepsOf(draft, copyOf)
  const at = copyOf === null ? 0 : draft.order.indexOf(copyOf)
  const order = draft.order.toSpliced(Math.max(at, 0), 0, id)
  return { draft: ownSteps(changeFields({ ...draft, order }, id, fields), id, steps), id }
}

/** Removes an interval and its unsaved changes from the draft. */
export function dropInterval(draft: RulesDraft, id: number): RulesDraft {
  const { [id]: _, ...intervals } = draft.intervals
  return { ...draft, order: draft.order.filter((other) => other !== id), intervals }
}

export const isUnsaved = (id: number) => id < 0

export function isChanged(draft: RulesDraft, id: number): boolean {
  const { method } = fieldsOf(draft, id)
  return id in draft.intervals || (method !== null && method in draft.methods)
}

export function changedIds(draft: RulesDraft): number[] {
  return draft.order.filter((id) => isChanged(draft, id))
}

/** True when another user saved what was edited here. */
export function isInConflict(draft: RulesDraft, id: number): boolean {
  const { method } = fieldsOf(draft, id)
  return (
    isStale(draft.intervals[id], draft.known.intervals[id]) ||
    (method !== null && isStale(draft.methods[method], draft.known.methods[method]))
  )
}

function isStale(mine: Edited<unknown> | undefined, theirs: Edited<unknown> | undefined): boolean {
  return mine !== undefined && theirs !== undefined && mine.version !== theirs.version
}

/** Discards the local changes of an interval and its steps. */
export function takeTheirs(draft: RulesDraft, id: number): RulesDraft {
  const { method } = fieldsOf(draft, id)
  const { [id]: _fields, ...intervals } = draft.intervals
  const { [method ?? 0]: _steps, ...methods } = draft.methods
  return { ...draft, intervals, methods }
}

/** Bases the local changes on the other user's version, so that saving overwrites it. */
export function keepMine(draft: RulesDraft, id: number): RulesDraft {
  const { method } = fieldsOf(draft, id)
  return {
    ...draft,
    intervals: rebased(draft.intervals, draft.known.intervals, id),
    methods: method === null ? draft.methods : rebased(draft.methods, draft.known.methods, method),
  }
}

function rebased<Thing>(mine: ById<Thing>, theirs: ById<Thing>, id: number): ById<Thing> {
  const edited = mine[id]
  const known = theirs[id]
  return edited && known ? { ...mine, [id]: { ...edited, version: known.version } } : mine
}

/** Wire path ('value.time_from', 'definitions.items.0.search_time') → its error. */
export function errorsOf(draft: RulesDraft, id: number): Readonly<Record<string, string>> {
  const { method: _, ...fields } = fieldsOf(draft, id)
  const checks = [
    () => validateInterval(fields),
    ...stepsOf(draft, id).map(
      ({ step }, index) =>
        () =>
          validateStep(step, `definitions.items.${index}.`),
    ),
  ]
  return Object.assign({}, ...checks.map(complaints))
}

function complaints(check: () => void): Record<string, string> {
  try {
    check()
    return {}
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    return Object.fromEntries(Object.entries(error.fields).map(([path, messages]) => [path, messages.join(' ')]))
  }
}

/** A value equal to the server's is no change, whoever saved it. */
export function withoutEqual(draft: RulesDraft): RulesDraft {
  const { known } = draft
  const differs = <Thing>(mine: ById<Thing>, theirs: ById<Thing>, print: (thing: Thing) => string): ById<Thing> =>
    Object.fromEntries(
      Object.entries(mine).filter(([id, { thing }]) => {
        const other = theirs[Number(id)]
        return other === undefined || print(thing) !== print(other.thing)
      }),
    )
  return {
    ...draft,
    intervals: differs(draft.intervals, known.intervals, (fields) => JSON.stringify(sorted(fields))),
    methods: differs(draft.methods, known.methods, (steps) => JSON.stringify(steps.map(({ step }) => sorted(step)))),
  }
}

function sorted(thing: object): [string, unknown][] {
  return Object.entries(thing).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

import type { SearchInterval as WireInterval } from '@dispecerat/contract/dispatch/search-rules'
import { stepToWire } from '@dispecerat/contract/dispatch/search-steps'
import { type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import { describe, expect, test } from 'vitest'
import {
  addInterval,
  changedIds,
  changeFields,
  changeSteps,
  dropInterval,
  editedRules,
  errorsOf,
  fieldsOf,
  isChanged,
  isInConflict,
  keepMine,
  ownSteps,
  type RulesDraft,
  sharersOf,
  stepsOf,
  takeTheirs,
} from './rules-draft.ts'
import { applyServerRules, intervalSaved, methodSaved, placeUnsaved } from './rules-sync.ts'

const COMPANY = 7

function wire(id: number, over: Partial<WireInterval> & { steps?: Partial<SearchStep>[] } = {}): WireInterval {
  const { steps = [{}], ...rest } = over
  return {
    id,
    search_method_id: id * 10,
    company_id: COMPANY,
    name: `Interval ${id}`,
    type: 'weekdays',
    value: { time_from: '00:00:00', time_to: '23:59:59', selected_day: null, custom_day: null },
    definitions: { items: steps.map((step) => stepToWire({ ...STEP_DEFAULTS, ...step })) },
    version: 1,
    method_version: 1,
    updated_at: null,
    updated_by: null,
    ...rest,
  }
}

const read = (...list: WireInterval[]) => applyServerRules(null, COMPANY, list).draft
const applyRules = (draft: RulesDraft, ...list: WireInterval[]) => applyServerRules(draft, COMPANY, list)
const limits = (draft: RulesDraft, id: number) => stepsOf(draft, id).map(({ step }) => step.searchLimit)
const withLimit = (draft: RulesDraft, id: number, searchLimit: number) =>
  changeSteps(
    draft,
    id,
    stepsOf(draft, id).map(({ key, step }) => ({ key, step: { ...step, searchLimit } })),
  )

describe('editing', () => {
  test('a value is a change until it is changed back', () => {
    const draft = changeFields(read(wire(1), wire(2)), 1, { name: 'Noaptea' })
    expect(changedIds(draft)).toEqual([1])
    expect(changedIds(changeFields(draft, 1, { name: 'Interval 1' }))).toEqual([])
    const typed = withLimit(read(wire(1)), 1, 9)
    expect([limits(typed, 1), isChanged(typed, 1)]).toEqual([[9], true])
    expect(isChanged(withLimit(typed, 1, 50), 1)).toBe(false)
  })

  test('two intervals with one method change together until one gets steps of its own', () => {
    const both = read(wire(1, { search_method_id: 5 }), wire(2, { search_method_id: 5 }))
    expect(sharersOf(both, 1)).toEqual([2])
    const together = withLimit(both, 1, 9)
    expect([limits(together, 1), limits(together, 2)]).toEqual([[9], [9]])
    expect(changedIds(together)).toEqual([1, 2])
    const apart = withLimit(ownSteps(both, 1), 1, 9)
    expect([limits(apart, 1), limits(apart, 2), sharersOf(apart, 1)]).toEqual([[9], [50], []])
    expect(changedIds(apart)).toEqual([1])
  })

  test('a first step makes a method for an interval that has none', () => {
    const bare = read(wire(1, { search_method_id: null, method_version: null, steps: [] }))
    const { draft } = addInterval(bare, null)
    const drawn = changeSteps(bare, 1, stepsOf(draft, draft.order[0] ?? 0))
    expect(limits(drawn, 1)).toEqual([50])
    expect(fieldsOf(drawn, 1).method).toBeLessThan(0)
  })

  test('a new interval is at the top, a copy above its original with steps of its own', () => {
    const first = addInterval(read(wire(1), wire(2)), null)
    expect(first.draft.order).toEqual([first.id, 1, 2])
    const copy = addInterval(first.draft, 2)
    expect(copy.draft.order).toEqual([first.id, 1, copy.id, 2])
    expect(fieldsOf(copy.draft, copy.id)).toMatchObject({ name: 'Interval 2', timeFrom: '00:00:00' })
    expect(sharersOf(copy.draft, copy.id)).toEqual([])
    expect(limits(withLimit(copy.draft, copy.id, 3), 2)).toEqual([50])
    expect(editedRules(copy.draft).intervals.map(({ id }) => id)).toEqual(copy.draft.order)
  })

  test('errors are keyed by their wire path', () => {
    const draft = withLimit(changeFields(read(wire(1)), 1, { type: 'custom', timeFrom: '' }), 1, Number.NaN)
    expect(Object.keys(errorsOf(draft, 1))).toEqual([
      'value.time_from',
      'value.custom_day',
      'definitions.items.0.search_limit',
    ])
    expect(errorsOf(read(wire(1)), 1)).toEqual({})
  })
})

describe('another admin saves meanwhile', () => {
  test('unedited values show at once; edited ones stay and are marked as outdated', () => {
    const typed = changeFields(read(wire(1), wire(2)), 1, { name: 'Al meu' })
    const { draft, orphans } = applyRules(
      typed,
      wire(1, { name: 'Al ei', version: 2 }),
      wire(2, { name: 'Nou', version: 2 }),
    )
    expect([fieldsOf(draft, 1).name, fieldsOf(draft, 2).name, orphans]).toEqual(['Al meu', 'Nou', []])
    expect([isInConflict(draft, 1), isInConflict(draft, 2)]).toEqual([true, false])
    expect(fieldsOf(takeTheirs(draft, 1), 1).name).toBe('Al ei')
    const mine = keepMine(draft, 1)
    expect([fieldsOf(mine, 1).name, isInConflict(mine, 1), mine.intervals[1]?.version]).toEqual(['Al meu', false, 2])
  })

  test('the same for steps', () => {
    const typed = withLimit(read(wire(1)), 1, 9)
    const { draft } = applyRules(typed, wire(1, { steps: [{ searchLimit: 20 }], method_version: 2 }))
    expect([limits(draft, 1), isInConflict(draft, 1)]).toEqual([[9], true])
    expect(limits(takeTheirs(draft, 1), 1)).toEqual([20])
    expect(keepMine(draft, 1).methods[10]?.version).toBe(2)
  })

  test('saving the same value is no conflict', () => {
    const typed = changeFields(read(wire(1)), 1, { name: 'La fel' })
    const { draft } = applyRules(typed, wire(1, { name: 'La fel', version: 2 }))
    expect([isInConflict(draft, 1), changedIds(draft)]).toEqual([false, []])
  })

  test('an edited interval removed by another admin becomes a new one; an unedited one is removed', () => {
    const typed = withLimit(changeFields(read(wire(1), wire(2), wire(3)), 1, { name: 'Al meu' }), 2, 9)
    const { draft, orphans } = applyRules(typed, wire(3))
    expect(orphans).toHaveLength(2)
    expect(draft.order).toEqual([...orphans, 3])
    expect(orphans.map((id) => fieldsOf(draft, id).name)).toEqual(['Al meu', 'Interval 2'])
    expect(orphans.map((id) => limits(draft, id))).toEqual([[50], [9]])
    expect(applyRules(read(wire(1), wire(3)), wire(3)).orphans).toEqual([])
  })

  test('an interval removed here is no orphan, although it was edited', () => {
    const typed = changeFields(read(wire(1), wire(2)), 1, { name: 'Al meu' })
    const { draft, orphans } = applyRules(dropInterval(typed, 1), wire(2))
    expect([draft.order, orphans, changedIds(draft)]).toEqual([[2], [], []])
  })

  test('unchanged steps keep their keys, so that an open field keeps its focus', () => {
    const before = read(wire(1))
    const { draft } = applyRules(before, wire(1, { version: 2 }))
    expect(stepsOf(draft, 1)).toBe(stepsOf(before, 1))
  })

  test('unsaved intervals keep their neighbours in the new order', () => {
    expect(placeUnsaved([3, 1, 2], [-1, 1, -2, -3, 2, 3])).toEqual([-1, 3, 1, -2, -3, 2])
    expect(placeUnsaved([2], [1, -1, 2])).toEqual([-1, 2])
  })
})

describe('saving', () => {
  test('a new interval gets its id and is no longer unsaved', () => {
    const { draft, id } = addInterval(read(wire(1)), null)
    const after = intervalSaved(draft, id, wire(9, { name: null }))
    expect([after.order, changedIds(after)]).toEqual([[9, 1], []])
    expect(fieldsOf(after, 9).method).toBe(90)
  })

  test('a method saved for one interval is used by the others that refer to it', () => {
    const first = addInterval(read(wire(1)), null)
    const shared = fieldsOf(first.draft, first.id).method
    const second = changeFields(first.draft, 1, { method: shared })
    const after = methodSaved(second, shared ?? 0, {
      id: 77,
      version: 1,
      definitions: { items: [stepToWire(STEP_DEFAULTS)] },
    })
    expect([fieldsOf(after, 1).method, fieldsOf(after, first.id).method]).toEqual([77, 77])
    expect(limits(after, 1)).toEqual([50])
  })

  test('saved steps become the server’s state', () => {
    const typed = withLimit(read(wire(1)), 1, 9)
    const items = [stepToWire({ ...STEP_DEFAULTS, searchLimit: 9 })]
    const after = methodSaved(typed, 10, { id: 10, version: 2, definitions: { items } })
    expect([limits(after, 1), changedIds(after)]).toEqual([[9], []])
    const next = withLimit(after, 1, 8)
    expect(next.methods[10]?.version).toBe(2)
  })
})

import { describe, expect, test } from 'vitest'
import { applyCallerEvent, type CallerEvent, type CallerModel, callerHangsUp, callerRings } from './caller-model.ts'

const BEHAVIOUR = { patienceSeconds: 30, talkSeconds: 20, holdSeconds: 60 }

/** Events received by the caller, by the second, from the first ring on. */
function after(...events: [seconds: number, news: CallerEvent][]): CallerModel {
  return events.reduce(
    (model, [seconds, event]) => applyCallerEvent(model, event, seconds * 1000),
    callerRings(BEHAVIOUR, 0),
  )
}

describe('a caller hangs up when their patience ends', () => {
  test.each<[string, [number, CallerEvent][], number | null, string | null]>([
    ['nobody answers: when his patience ends', [], 30, 'gave_up'],
    ['answered: when he said all', [[10, 'answered']], 30, 'said_all'],
    ['answered late: he says all the same', [[29, 'answered']], 49, 'said_all'],
    [
      'held: when he is tired of waiting',
      [
        [10, 'answered'],
        [15, 'held'],
      ],
      75,
      'tired_of_waiting',
    ],
    [
      'resumed: he goes on where he stopped',
      [
        [10, 'answered'],
        [15, 'held'],
        [40, 'resumed'],
      ],
      55,
      'said_all',
    ],
    [
      'held again: his patience begins anew',
      [
        [10, 'answered'],
        [15, 'held'],
        [40, 'resumed'],
        [45, 'held'],
      ],
      105,
      'tired_of_waiting',
    ],
    [
      'hung up on: never',
      [
        [10, 'answered'],
        [12, { ended: 'hung_up_on' }],
      ],
      null,
      null,
    ],
    ['declined: never', [[1, { ended: 'declined' }]], null, null],
  ])('%s', (_case, events, seconds, why) => {
    expect(callerHangsUp(after(...events))).toEqual(seconds === null ? null : { atMs: seconds * 1000, why })
  })
})

describe('events that do not fit the state change nothing', () => {
  test.each<[string, [number, CallerEvent][], CallerEvent]>([
    ['a hold while it rings', [], 'held'],
    ['a resume while he talks', [[10, 'answered']], 'resumed'],
    ['a second answer', [[10, 'answered']], 'answered'],
    [
      'a second hold',
      [
        [10, 'answered'],
        [15, 'held'],
      ],
      'held',
    ],
    ['an answer after the end', [[5, { ended: 'gave_up' }]], 'answered'],
    ['another end', [[5, { ended: 'gave_up' }]], { ended: 'hung_up_on' }],
  ])('%s', (_case, events, event) => {
    const before = after(...events)
    expect(applyCallerEvent(before, event, 99_000)).toBe(before)
  })
})

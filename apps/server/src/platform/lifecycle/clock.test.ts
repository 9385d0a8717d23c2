import { expect, test } from 'vitest'
import { type ClockStep, type LargeStep, SteadyClock } from './clock.ts'

const START = Date.parse('2026-03-01T18:00:00Z')

/** A machine whose two clocks the test sets. */
class FakeMachine {
  #wallMs = START
  #monotonicMs = 0
  readonly steps: ClockStep[] = []
  readonly source = { wallMs: () => this.#wallMs, monotonicMs: () => this.#monotonicMs }

  start(): SteadyClock {
    return new SteadyClock({ source: this.source, stepped: (step) => this.steps.push(step) })
  }

  pass(seconds: number): void {
    this.#wallMs += seconds * 1000
    this.#monotonicMs += seconds * 1000
  }

  step(seconds: number): void {
    this.#wallMs += seconds * 1000
  }
}

const secondsOf = (clock: SteadyClock) => (clock.now().getTime() - START) / 1000

test('while the machine keeps time, both clocks agree', () => {
  const machine = new FakeMachine()
  const clock = machine.start()
  machine.pass(86_400)
  expect(clock.now()).toEqual(clock.wall())
  expect(machine.steps).toEqual([])
})

test.each([-847, 847])(
  'a step of %i s changes ten seconds by at most half a second, and is reported once',
  (seconds) => {
    const machine = new FakeMachine()
    const clock = machine.start()
    machine.step(seconds)
    for (let tenth = 0; tenth < 100; tenth++) {
      machine.pass(0.1)
      clock.now()
    }
    expect(secondsOf(clock)).toBeCloseTo(10 + Math.sign(seconds) * 0.5)
    expect(machine.steps).toEqual([{ seconds, answer: 'absorbed' }])
  },
)

test.each([-847, 847])('a step of %i s is absorbed after five hours, without the time going back', (seconds) => {
  const machine = new FakeMachine()
  const clock = machine.start()
  machine.step(seconds)
  let before = clock.now()
  for (let minute = 0; minute < 300; minute++) {
    machine.pass(60)
    expect(clock.now().getTime()).toBeGreaterThan(before.getTime())
    before = clock.now()
  }
  expect(clock.now()).toEqual(clock.wall())
})

test('a step that is undone is reported again', () => {
  const machine = new FakeMachine()
  const clock = machine.start()
  machine.step(-847)
  clock.now()
  machine.step(847)
  expect(secondsOf(clock)).toBe(0)
  expect(machine.steps.map((step) => step.seconds)).toEqual([-847, 847])
})

test.each([-7200, 7200])(
  'a step of %i s is adopted once the due times have moved, and they are moved once more',
  async (seconds) => {
    const machine = new FakeMachine()
    const clock = machine.start()
    const received: [string, number][] = []
    const step = { from: new Date(START + 60_000), seconds }
    let move: (() => void) | undefined
    clock.onLargeStep({
      prepare: async (largeStep) => {
        expect(largeStep).toEqual(step)
        received.push(['moved', secondsOf(clock)])
        await new Promise<void>((resolve) => {
          move = resolve
        })
      },
      adopted: () => received.push(['adopted', secondsOf(clock)]),
    })
    machine.pass(60)
    machine.step(seconds)
    expect(secondsOf(clock)).toBe(60)
    await expect.poll(() => received.length).toBe(1)
    machine.pass(10)
    expect(secondsOf(clock)).toBe(70)
    move?.()
    await expect.poll(() => clock.now()).toEqual(clock.wall())
    machine.pass(10)
    expect(secondsOf(clock)).toBe(seconds + 80)
    expect(received).toEqual([
      ['moved', 60],
      ['adopted', seconds + 70],
      ['moved', seconds + 70],
    ])
    expect(machine.steps).toEqual([{ seconds, answer: 'adopted' }])
  },
)

test('moving due times is retried after a second, and the old time continues until it succeeds', async () => {
  const machine = new FakeMachine()
  const clock = machine.start()
  let tries = 0
  clock.onLargeStep({
    prepare: () => {
      tries += 1
      return tries === 1 ? Promise.reject(new Error('the database is away')) : Promise.resolve()
    },
    adopted: () => undefined,
  })
  machine.step(-7200)
  expect(secondsOf(clock)).toBe(0)
  await expect.poll(() => tries).toBe(1)
  machine.pass(0.9)
  expect([secondsOf(clock), tries]).toEqual([0.9, 1])
  machine.pass(0.2)
  clock.now()
  await expect.poll(() => clock.now()).toEqual(clock.wall())
  expect([tries, machine.steps.length]).toEqual([3, 1])
})

test('what was stored with the old time meanwhile is moved until that succeeds', async () => {
  const machine = new FakeMachine()
  const clock = machine.start()
  const steps: LargeStep[] = []
  clock.onLargeStep({
    prepare: (step) => {
      steps.push(step)
      return steps.length === 2 ? Promise.reject(new Error('the database is away')) : Promise.resolve()
    },
    adopted: () => undefined,
  })
  machine.step(-7200)
  clock.now()
  await expect.poll(() => steps.length).toBe(2)
  expect(clock.now()).toEqual(clock.wall())
  machine.pass(1)
  clock.now()
  await expect.poll(() => steps.length).toBe(3)
  machine.pass(2)
  clock.now()
  const step = { from: new Date(START), seconds: -7200 }
  expect(steps).toEqual([step, step, step])
})

test.each([-7200, 7200])('where no due times are stored a step of %i s is adopted at once', (seconds) => {
  const machine = new FakeMachine()
  const clock = machine.start()
  machine.step(seconds)
  expect(clock.now()).toEqual(clock.wall())
  expect(machine.steps).toEqual([{ seconds, answer: 'adopted' }])
})

test('a process that starts after the clock was set back continues where the history ends', () => {
  const machine = new FakeMachine()
  const clock = machine.start()
  clock.startNotBefore(new Date(START + 847_000))
  expect(secondsOf(clock)).toBe(847)
  machine.pass(10)
  expect(secondsOf(clock)).toBe(856.5)
  expect(machine.steps).toEqual([{ seconds: -847, answer: 'absorbed' }])
})

test('a history that ends more than an hour ahead is ignored', () => {
  const machine = new FakeMachine()
  const clock = machine.start()
  const recorded = new Date(START + 7_200_000)
  expect(clock.startNotBefore(recorded)).toEqual({ from: recorded, seconds: -7200 })
  expect(secondsOf(clock)).toBe(0)
  expect(machine.steps).toEqual([{ seconds: -7200, answer: 'adopted' }])
})

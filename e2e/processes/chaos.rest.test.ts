import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Journal } from '../chaos/journal.ts'
import { drawPlan, FAULT_NAMES } from '../chaos/plan.ts'
import { runChaos } from '../chaos/run-chaos.ts'
import { checkJournal } from '../chaos/verdict.ts'
import type { World } from '../chaos/world.ts'

/** This plan has two nodes and every kind of fault: servers, connections, PostgreSQL, Redis, the disk, a clock. */
const SEED = 35
const SECONDS = 60
/** Three times the usual duration. */
const STANDS_MS = 390_000

test('a seed gives one plan, a longer run begins like a shorter one, and seeds cover every fault', () => {
  expect(drawPlan(SEED, SECONDS)).toEqual(drawPlan(SEED, SECONDS))
  const shorter = drawPlan(SEED, SECONDS / 2).faults
  expect(drawPlan(SEED, SECONDS).faults.slice(0, shorter.length)).toEqual(shorter)
  const names = Array.from({ length: 20 }, (_, seed) => drawPlan(seed, SECONDS).faults.map(({ name }) => name))
  expect(new Set(names.flat()).size).toBe(FAULT_NAMES.length)
})

test("a minute of chaos: every acknowledged write is there once, and every client receives the server's state", async () => {
  const lines: string[] = []
  const judged = async ({ database: { pool } }: World, journal: Journal) => {
    // Proves that the checks can fail: these writes were acknowledged and are changed here.
    const finished = new Set(journal.deeds.flatMap(({ deed, orderId }) => (deed === 'finished' ? orderId : [])))
    const [lost, doubled] = journal.orders.filter(({ id }) => id !== undefined && finished.has(id))
    if (!lost?.id || !doubled?.id) throw new Error('no trip was finished')
    const untrue = [
      { ...lost, phone: '0000000000' },
      { ...doubled, isCanceled: true },
    ]
    await pool.query('update orders set client_phone = $2 where id = $1', [lost.id, `+4${doubled.phone}`])
    const problems = await checkJournal(pool, { orders: untrue, deeds: [{ email: 'x', deed: 'finished', orderId: 0 }] })
    expect(problems).toEqual([
      `order ${lost.id} of 0000000000 was acknowledged and is lost`,
      `the order of ${doubled.phone} was placed 2 times`,
      `a dispatcher canceled: the history of order ${doubled.id} says canceled 0 times`,
      'x finished: the history of order 0 says finished 0 times',
    ])
  }
  const stands = sleep(STANDS_MS, undefined, { ref: false }).then(() => {
    throw new Error(`the run stands since: ${lines.at(-1)}\n${lines.join('\n')}`)
  })
  const result = await Promise.race([runChaos(drawPlan(SEED, SECONDS), (line) => lines.push(line), { judged }), stands])
  const again = `npm run chaos -- --seed ${SEED}`
  expect(result.problems, [...lines, again].join('\n')).toEqual([])
  expect(result.begun).toBeGreaterThan(SECONDS / 10)
  expect(result.journal.deeds.length).toBeGreaterThan(SECONDS)
}, 400_000)

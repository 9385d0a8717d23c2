import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { learnAnswers } from '@dispecerat/domain/dispatch/replay/learn-answers'
import { runReplay } from '@dispecerat/domain/dispatch/replay/run-replay'
import { learnTrips } from '@dispecerat/domain/dispatch/replay/trip-model'
import { readOffers } from './offer-columns.ts'
import type { ThreadInput, ThreadMessage } from './play-in-thread.ts'

/** Constant, so that the same rules give the same result on any day. */
const SEED = 2026
const NICE = 10

// Only on Linux does this renice a single thread; elsewhere it would be the whole server. Requests and searches have priority.
if (process.platform === 'linux') os.setPriority(0, NICE)

const { facts, rules } = workerData as ThreadInput
const post = (message: ThreadMessage) => parentPort?.postMessage(message)
const world = {
  ...facts.world,
  answers: learnAnswers(readOffers(facts.offers)),
  trips: learnTrips(facts.world.orders),
}
const outcome = runReplay(world, rules, { seed: SEED, onProgress: (share) => post({ progress: share }) })
post({ outcome })

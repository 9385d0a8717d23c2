import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { learnAnswers } from '@dispecerat/domain/dispatch/replay/learn-answers'
import { predictDay } from '@dispecerat/domain/dispatch/replay/predict-day'
import { learnTrips } from '@dispecerat/domain/dispatch/replay/trip-model'
import { readOffers } from './offer-columns.ts'
import type { ThreadInput, ThreadMessage } from './play-in-thread.ts'

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
const outcomes = predictDay(world, rules, { onProgress: (share) => post({ progress: share }) })
post({ outcomes })

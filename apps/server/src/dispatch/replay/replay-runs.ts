import { replayChannel } from '@dispecerat/contract/api/realtime'
import type { Replay } from '@dispecerat/contract/dispatch/replays'
import type { ReplayRules } from '@dispecerat/domain/dispatch/replay/world'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { gatherFacts } from './gather-facts.ts'
import { readOffers } from './offer-columns.ts'
import { playInThread } from './play-in-thread.ts'
import { beat, endRun, failSilentRuns, forgetOldRuns } from './replay-runs.store.ts'
import { compareOutcomes, type StoredResult } from './stored-result.ts'

const BEAT_MS = 1_000
const SILENCE_CHECK_INTERVAL_MS = 5_000
/** Share of the progress taken by reading the past. */
const READING = 0.1

export interface Run {
  replayId: number
  companyId: CompanyId
  from: Date
  to: Date
  saved: ReplayRules
  changed: ReplayRules
}

interface Working {
  run: Run
  stop: AbortController
  shares: { saved: number; changed: number; read: boolean }
}

/** Replays of this process: one after another, each variant in a thread of its own. */
export class ReplayRuns {
  readonly #server: Server
  readonly #realtime: Realtime
  readonly #working = new Map<number, Working>()
  #turn: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(server: Server, realtime: Realtime) {
    this.#server = server
    this.#realtime = realtime
  }

  /** Starts the run after earlier ones have ended; sends heartbeats from now on. */
  begin(run: Run): void {
    const working: Working = { run, stop: new AbortController(), shares: { saved: 0, changed: 0, read: false } }
    this.#working.set(run.replayId, working)
    const beats = setInterval(() => void this.#beat(working), BEAT_MS)
    this.#turn = this.#turn
      .then(() => this.#work(working))
      .finally(() => {
        clearInterval(beats)
        this.#working.delete(run.replayId)
      })
  }

  /** Ends a run, whichever process works on it. */
  async cancel(replayId: number, companyId: CompanyId): Promise<void> {
    await this.#end(replayId, companyId, { status: 'canceled' })
    this.#working.get(replayId)?.stop.abort()
  }

  /** Fails runs of lost processes, now and periodically. */
  async start(): Promise<void> {
    await this.failSilent()
    this.#timer = setInterval(() => void this.failSilent(), SILENCE_CHECK_INTERVAL_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const { stop } of this.#working.values()) stop.abort()
    await this.#turn
  }

  async failSilent(): Promise<void> {
    try {
      const { db, clock } = this.#server
      const failed = await failSilentRuns(db, clock.now())
      for (const { id, companyId, progress } of failed) this.#emit(id, companyId, 'failed', progress)
    } catch (error) {
      this.#server.log.warn({ err: error }, 'silent replays cannot be looked for')
    }
  }

  async #work({ run, stop, shares }: Working): Promise<void> {
    const { replayId, companyId } = run
    try {
      const result = await this.#play(run, stop.signal, shares)
      await this.#end(replayId, companyId, { status: 'done', result })
      await forgetOldRuns(this.#server.db, companyId, this.#server.clock.now())
    } catch (error) {
      if (!stop.signal.aborted) this.#server.log.warn({ replayId, err: error }, 'a replay failed')
      await this.#end(replayId, companyId, { status: 'failed' }).catch(() => undefined)
    }
  }

  async #play(run: Run, stop: AbortSignal, shares: Working['shares']): Promise<StoredResult> {
    stop.throwIfAborted()
    const facts = await gatherFacts(this.#server.db, run)
    shares.read = true
    stop.throwIfAborted()
    const play = (which: 'saved' | 'changed') =>
      playInThread(
        { facts, rules: run[which] },
        {
          stop,
          onProgress: (share) => {
            shares[which] = share
            this.#emit(run.replayId, run.companyId, 'running', progressOf(shares))
          },
        },
      )
    const [saved, changed] = await Promise.all([play('saved'), play('changed')])
    return compareOutcomes(facts, readOffers(facts.offers).length, saved, changed)
  }

  async #beat({ run, stop, shares }: Working): Promise<void> {
    const { db, clock } = this.#server
    const isAlive = await beat(db, run.replayId, progressOf(shares), clock.now()).catch(() => true)
    if (!isAlive) stop.abort()
  }

  async #end(replayId: number, companyId: CompanyId, end: Parameters<typeof endRun>[2]): Promise<void> {
    const { db, clock } = this.#server
    const hasEnded = await endRun(db, replayId, end, clock.now())
    if (hasEnded) this.#emit(replayId, companyId, end.status, end.status === 'done' ? 1 : 0)
  }

  /** May be lost: clients also poll from time to time. */
  #emit(id: number, companyId: CompanyId, status: Replay['status'], progress: number): void {
    const channel = replayChannel(id)
    if (!this.#realtime.hasSubscribers(channel)) return
    this.#realtime.publish({
      toCompanies: [companyId],
      channel,
      event: 'replay_progress',
      data: { id, status, progress },
    })
  }
}

function progressOf({ read, saved, changed }: Working['shares']): number {
  return read ? READING + ((1 - READING) * (saved + changed)) / 2 : 0
}

import type { Logger } from 'pino'
import type { RouterConfig } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { embeddedRouter } from './embedded-router.ts'
import { type GuardedRouter, guardedRouter } from './guarded-router.ts'
import { osrmRouter } from './osrm-router.ts'
import { RoadsOfTheMap } from './roads-of-the-map.ts'
import type { Router } from './routing.ts'
import { straightLineRouter } from './straight-line-router.ts'
import { valhallaRouter } from './valhalla-router.ts'

export interface RouterParts {
  db: Db
  clock: Clock
  log: Logger
  metrics: Metrics
}

export interface OpenRouter extends GuardedRouter {
  /** Starts what it needs; without it an embedded router has no roads. */
  start(): { stop(): Promise<void> }
}

/** The configured router; with `off` every distance by road is estimated from the straight line. */
export function openRouter(config: RouterConfig, { db, clock, log, metrics }: RouterParts): OpenRouter {
  const roads = config.kind === 'embedded' ? new RoadsOfTheMap(db, log) : null
  const router = guardedRouter(roads ? embeddedRouter(roads) : routerOf(config), {
    clock,
    onOutcome: (outcome) => metrics.routerAsked(outcome),
    failed: (reason) => log.warn({ reason }, 'the router did not answer; distances are guessed'),
  })
  return {
    ...router,
    start() {
      roads?.start()
      return { stop: async () => roads?.stop() }
    },
  }
}

function routerOf(config: RouterConfig): Router {
  if (config.kind === 'osrm') return osrmRouter(config.url)
  if (config.kind === 'valhalla') return valhallaRouter(config.url)
  return straightLineRouter
}

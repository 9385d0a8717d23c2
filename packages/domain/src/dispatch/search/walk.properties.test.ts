import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { DriverId } from '../../kernel/ids.ts'
import { advanceWalk } from './advance-walk.ts'
import { zoneWhenFree } from './candidates.ts'
import { openRounds } from './close-round.ts'
import { evaluationContext, whyNotEligible } from './eligibility.ts'
import { explainDriver } from './explain.ts'
import { routesToRequest } from './routes-to-request.ts'
import { driverId } from './testing/builders.ts'
import { type Evening, happens, live, type Moment, ROADS, sceneAtStart, walkOf } from './testing/evening.ts'
import { anEvening, FLEET_SIZE } from './testing/random-evening.ts'
import { readBack } from './testing/read-back.ts'
import { isExclusive, type Round, type Walk } from './walk.ts'

vi.setConfig({ testTimeout: 60_000 })

const passedIds = (round: Round) => Object.values(round.passedOver).flat()
const roundsOf = ({ round, pinned }: Walk) => (round === null ? [...pinned] : [...pinned, round])
const roundNo = (walk: Walk, no: number) => roundsOf(walk).find((round) => round.no === no)
/** The walk as it was when its new round opened, before the lists were evaluated. */
const withListsOf = (before: Walk, walk: Walk): Walk => ({
  ...walk,
  pinned: walk.pinned.map((list) => roundNo(before, list.no) ?? list),
})
const ids = (drivers: readonly { driverId: DriverId }[]) => drivers.map((d) => d.driverId).sort((a, b) => a - b)
const property = (check: (evening: Evening) => void) => fc.assert(fc.property(anEvening, check), { numRuns: 100 })
const always = (check: (moment: Moment) => void) => property((evening) => void live(evening, check))

test("no offer goes to a driver whom a filter refuses or who is beyond the step's limit", () => {
  always(({ before, decision: { walk, effects }, scene, now }) => {
    for (const effect of effects) {
      if (effect.type !== 'offer.made') continue
      const round = roundNo(walk, effect.roundNo)
      const driver = scene.drivers.find((d) => d.driverId === effect.offer.driverId)
      if (round === undefined || driver === undefined) throw new Error('an offer of no round or to no driver')
      const asOf = roundNo(before, effect.roundNo) ? before : withListsOf(before, walk)
      expect(whyNotEligible(driver, evaluationContext(asOf, round, scene, now))).toBe(null)
      const { searchType, searchLimit } = round.step
      if (searchType === 'by_zone') expect(zoneWhenFree(driver)).toBe(scene.request.pickupZoneId)
      if (searchType === 'by_near_zone') expect(scene.request.nearZoneIds).toContain(zoneWhenFree(driver))
      if (searchType === 'by_radius') expect(effect.offer.metres).toBeLessThanOrEqual(searchLimit)
      if (searchType === 'by_route') expect(effect.offer.routeMetres).toBeLessThanOrEqual(searchLimit)
      if (searchType === 'by_near_stand' || searchType === 'by_near_stand_with_route')
        expect(driver.standId).not.toBe(null)
      if (searchType === 'custom') expect(scene.request.namedDriverIds).toContain(effect.offer.driverId)
    }
    for (const { step, offers } of roundsOf(walk))
      if (step.searchType === 'by_zone' || step.searchType === 'by_near_zone')
        expect(offers.length).toBeLessThanOrEqual(step.searchLimit)
  })
})

test('a driver has at most one offer in a round; a rotation rings one phone at a time; nothing rings after the end', () => {
  always(({ decision: { walk } }) => {
    for (const { offers, step, outcome } of roundsOf(walk)) {
      expect(new Set(offers.map((o) => o.driverId)).size).toBe(offers.length)
      expect(offers.map((o) => o.rank)).toEqual(offers.map((_o, i) => i + 1))
      const ringing = offers.filter((o) => o.fate === 'open').length
      if (step.notificationMethod === 'by_rotation') expect(ringing).toBeLessThanOrEqual(1)
      if (outcome !== null) expect(ringing).toBe(0)
    }
    const isOver = walk.status !== 'running' && walk.status !== 'queued'
    if (isOver) expect(openRounds(walk)).toEqual([])
  })
})

test('at most one driver wins a walk, with one offer, and only an accepted walk has a winner', () => {
  property((evening) => {
    const decisions = live(evening, () => {})
    const effects = decisions.flatMap((d) => d.effects)
    const wins = effects.flatMap((e) => (e.type === 'offer.closed' && e.offer.fate === 'accepted' ? [e.offer] : []))
    expect(wins).toHaveLength(decisions.at(-1)?.walk.status === 'accepted' ? 1 : 0)
    const ends = effects.flatMap((e) => (e.type === 'walk.ended' ? [e] : []))
    expect(ends.length).toBeLessThanOrEqual(1)
    if (ends[0]?.status === 'accepted') expect(ends[0].driverId).toBe(wins[0]?.driverId)
    expect(effects.filter((e) => e.type === 'walk.queued').length).toBeLessThanOrEqual(1)
  })
})

test('a driver who refused gets no further offer; exclude_previous excludes all earlier offers, list entries too', () => {
  property((evening) => {
    const offeredIn = new Map<number, Set<number>>()
    const refused = new Set<number>()
    live(evening, ({ before, decision: { walk, effects } }) => {
      // Offers the database refused never count: a round is read anew before each decision.
      for (const round of roundsOf(before)) offeredIn.set(round.no, new Set(ids(round.offers)))
      for (const effect of effects) {
        if (effect.type === 'offer.closed' && effect.offer.fate === 'refused') refused.add(effect.offer.driverId)
        if (effect.type !== 'offer.made') continue
        const { driverId: id } = effect.offer
        expect(refused.has(id)).toBe(false)
        if (roundNo(walk, effect.roundNo)?.step.excludePrevious)
          for (const [no, offered] of offeredIn) expect(no !== effect.roundNo && offered.has(id)).toBe(false)
        offeredIn.set(effect.roundNo, (offeredIn.get(effect.roundNo) ?? new Set()).add(id))
      }
    })
  })
})

test('in every round each driver of the scene has exactly one offer or one reason', () => {
  always(({ decision: { walk, effects }, scene }) => {
    for (const round of roundsOf(walk)) {
      const everyone = [...ids(round.offers), ...passedIds(round)].sort((a, b) => a - b)
      expect(everyone).toEqual(ids(scene.drivers))
    }
    for (const effect of effects) {
      if (effect.type !== 'round.closed') continue
      expect(effect.round.offers.every((o) => o.fate !== 'open' && o.closedAt !== null)).toBe(true)
      for (let id = 1; id <= FLEET_SIZE; id++) {
        const [answer] = explainDriver([effect.round], driverId(id))
        expect((answer?.offer === null) !== (answer?.because === null)).toBe(true)
      }
    }
  })
})

test('advancing twice at the same instant does nothing the second time, and the next due instant is ahead', () => {
  always(({ decision, scene, now }) => {
    const settled = advanceWalk(decision.walk, scene, now)
    const again = advanceWalk(settled.walk, scene, now)
    expect(again.effects).toEqual([])
    expect(again.walk).toEqual(settled.walk)
    if (settled.dueAt !== null) expect(settled.dueAt.getTime()).toBeGreaterThan(now.getTime())
    expect(settled.dueAt === null).toBe(settled.walk.status !== 'running' && settled.walk.status !== 'queued')
  })
})

test('between two due instants nothing is due: advancing too early changes nothing', () => {
  always(({ decision, scene, now }) => {
    const settled = advanceWalk(decision.walk, scene, now)
    if (settled.dueAt === null) return
    const early = new Date(settled.dueAt.getTime() - 1)
    const facts = { ...scene, drivers: scene.drivers.map((d) => ({ ...d, bannedUntil: null })) }
    const calm = advanceWalk(settled.walk, facts, now).walk
    if (early > now) expect(advanceWalk(calm, facts, early)).toMatchObject({ walk: calm, effects: [] })
  })
})

test('the result depends neither on the order of the drivers nor on running the evening twice', () => {
  property((evening) => {
    const decisions = live(evening, () => {})
    expect(live(evening, () => {})).toEqual(decisions)
    const reversed = { ...evening, fleet: [...evening.fleet].reverse() }
    expect(live(reversed, () => {})).toEqual(decisions)
  })
})

test('the recorded log of an evening, round-tripped through JSON, gives the same decisions again', () => {
  property((evening) => {
    const log: Omit<Moment, 'before'>[] = []
    live(evening, ({ before: _before, ...moment }) => log.push(moment))
    const written = readBack(
      log.map(({ scene, ...rest }) => ({ ...rest, facts: { request: scene.request, drivers: scene.drivers } })),
    )
    const { isLeftToOlder } = sceneAtStart(evening)
    let walk = readBack(walkOf(evening))
    for (const { decision, facts, now, deed } of written) {
      const again =
        deed === null ? advanceWalk(walk, { ...facts, ...ROADS, isLeftToOlder }, now) : happens(deed, walk, now)
      expect(again).toEqual(decision)
      walk = again.walk
    }
  })
})

test('every driver and stand that is measured by road was in the router request before', () => {
  always(({ before, scene, now }) => {
    const wanted = routesToRequest(before, scene, now)
    const unasked: number[] = []
    const routeMetres = (id: number) => {
      if (!wanted.drivers.includes(driverId(id))) unasked.push(id)
      return 900
    }
    const standRouteMetres = (id: number) => {
      if (!wanted.stands.some((stand) => stand === id)) unasked.push(id)
      return 500 + 100 * id
    }
    advanceWalk(before, { ...scene, routeMetres, standRouteMetres }, now)
    expect(unasked).toEqual([])
  })
})

test('no ringing offer outlives its round, and no round is prolonged', () => {
  always(({ before, decision: { walk } }) => {
    for (const round of roundsOf(walk)) {
      if (isExclusive(round.step)) for (const offer of round.offers) expect(offer.expiresAt <= round.endsAt).toBe(true)
      const earlier = roundNo(before, round.no)
      if (earlier && round.step.notificationMethod !== 'by_rotation') expect(round.endsAt).toEqual(earlier.endsAt)
    }
  })
})

test('a miss is only ever a seen offer of an own driver within the ranks, once a round', () => {
  property((evening) => {
    const missed = new Set<string>()
    live(evening, ({ decision: { walk, effects } }) => {
      for (const effect of effects) {
        if (effect.type !== 'driver.missed') continue
        const { from, to } = effect.conditions.drivers
        const offer = roundNo(walk, effect.roundNo)?.offers.find((o) => o.driverId === effect.driverId)
        const closed = effects.flatMap((e) =>
          e.type === 'round.closed' && e.round.no === effect.roundNo ? [e.round] : [],
        )
        const judged = offer ?? closed[0]?.offers.find((o) => o.driverId === effect.driverId)
        expect(effect.conditions.active && from <= effect.rank && effect.rank <= to).toBe(true)
        expect(judged).toMatchObject({ isPartner: false, rank: effect.rank })
        expect(judged?.viewedAt).not.toBe(null)
        const once = `${effect.roundNo} ${effect.driverId}`
        expect(missed.has(once)).toBe(false)
        missed.add(once)
      }
    })
  })
})

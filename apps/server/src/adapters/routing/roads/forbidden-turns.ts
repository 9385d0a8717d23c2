import { type BanNet, BanStreets } from './ban-streets.ts'
import type { TurnBan } from './turn-bans.ts'

/** Number of restrictions that a graph obeys, and of the others by reason. */
export interface BanCounts {
  obeyed: number
  /** Obeyed restrictions that go over a way. */
  overWays: number
  conditional: number
  unclear: number
  /** Restrictions of an impossible drive: a street is beyond the map, closed to cars, or one-way against it. */
  undriven: number
}

export interface ForbiddenTurns {
  /** In the form of the graph's arrays. */
  forbidden: Uint32Array
  forbiddenPaths: Uint32Array
  counts: Pick<BanCounts, 'obeyed' | 'overWays' | 'unclear' | 'undriven'>
}

/** A restriction as arcs: from one, over others or none, into one. */
interface Drive {
  from: number
  over: readonly number[]
  to: number
}

/** The forbidden runs of consecutive arcs; each of `restrictions` has one meaning or several. */
export function forbiddenTurns(restrictions: readonly (readonly TurnBan[])[], net: BanNet): ForbiddenTurns {
  const streets = new BanStreets(restrictions.flat(), net)
  const counts = { obeyed: 0, overWays: 0, unclear: 0, undriven: 0 }
  const pairs: number[] = []
  const paths: number[] = []
  for (const bans of restrictions) {
    const drives = bans.map((ban) => drivesOf(ban, streets))
    const runs = bans.flatMap(({ only }, i) => (drives[i] ?? []).flatMap((drive) => runsOf(drive, only, streets)))
    for (const run of runs) run.length === 2 ? pairs.push(...run) : paths.push(run.length, ...run)
    if (drives.some((found) => found !== null && found.length > 0)) {
      counts.obeyed += 1
      if (bans.some(({ via }) => 'ways' in via)) counts.overWays += 1
    } else if (drives.includes(null)) counts.unclear += 1
    else counts.undriven += 1
  }
  return { forbidden: Uint32Array.from(pairs), forbiddenPaths: Uint32Array.from(paths), counts }
}

/** Null when the restriction fits several drives. */
function drivesOf(ban: TurnBan, streets: BanStreets): Drive[] | null {
  const { via } = ban
  if ('ways' in via) return drivesOverWays(ban, via.ways, streets)
  const { from, to } = endsAt(ban, streets, streets.vertexOf(via.node), streets.vertexOf(via.node))
  if (ban.isBack && ban.from === ban.to)
    return from.filter((arc) => to.includes(arc ^ 1)).map((arc) => ({ from: arc, over: [], to: arc ^ 1 }))
  return theOne(from, [], to)
}

function drivesOverWays(ban: TurnBan, ways: readonly number[], streets: BanStreets): Drive[] | null {
  const found: Drive[] = []
  const orders = ways.length > 1 ? [ways, ways.toReversed()] : [ways]
  for (const { first, over, last } of orders.flatMap((order) => pathsOver(order, streets))) {
    const { from, to } = endsAt(ban, streets, first, last)
    const drives = theOne(from, over, to)
    if (drives === null) return null
    found.push(...drives)
  }
  return found.length > 1 ? null : found
}

/** Arcs of the two ways that come to the one vertex and go on from the other. */
function endsAt(ban: TurnBan, streets: BanStreets, first: number, last: number): { from: number[]; to: number[] } {
  return {
    from: streets.coming(first).filter((arc) => streets.isOf(arc, ban.from)),
    to: streets.leaving(last).filter((arc) => streets.isOf(arc, ban.to)),
  }
}

/** The only possible drive. A way that passes through the junction without ending there is ambiguous: either half may be meant. */
function theOne([from, ...otherwise]: number[], over: readonly number[], [to, ...elsewhere]: number[]): Drive[] | null {
  if (from === undefined || to === undefined) return []
  return otherwise.length > 0 || elsewhere.length > 0 ? null : [{ from, over, to }]
}

interface Path {
  first: number
  over: readonly number[]
  last: number
}

/** The ways from end to end, in this order, begun at either end of the first: those that are connected and open. */
function pathsOver([way, ...more]: readonly number[], streets: BanStreets): Path[] {
  if (way === undefined) return []
  return bothWaysAlong(way, streets).flatMap((begun) => {
    let path = begun
    for (const next of more) {
      const on = bothWaysAlong(next, streets).find(({ first }) => first === path.last)
      if (!on) return []
      path = { first: path.first, over: [...path.over, ...on.over], last: on.last }
    }
    return [path]
  })
}

function bothWaysAlong(way: number, streets: BanStreets): Path[] {
  const along = streets.alongWay(way)
  return [along, along.toReversed().map((arc) => arc ^ 1)].flatMap((over) => {
    const [begin, end] = [over[0], over.at(-1)]
    const hangsTogether = over.every(
      (arc, i) => streets.isOpen(arc) && (i === 0 || streets.endOf(over[i - 1] ?? arc) === streets.startOf(arc)),
    )
    if (begin === undefined || end === undefined || !hangsTogether) return []
    const path = { first: streets.startOf(begin), over, last: streets.endOf(end) }
    return path.first === path.last ? [] : [path]
  })
}

/** "Only" restrictions forbid every other turn on the way, U-turns included. */
function runsOf({ from, over, to }: Drive, only: boolean, streets: BanStreets): number[][] {
  const drive = [from, ...over, to]
  if (!only) return [drive]
  return drive.slice(1).flatMap((must, i) => {
    const driven = drive.slice(0, i + 1)
    const elsewhere = streets.leaving(streets.startOf(must)).filter((arc) => arc !== must)
    return elsewhere.map((arc) => [...driven, arc])
  })
}

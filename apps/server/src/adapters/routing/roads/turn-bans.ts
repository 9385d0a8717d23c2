/** A turn restriction of the map: from a way, over a node or over ways, into a way. */
export interface TurnBan {
  from: number
  via: { node: number } | { ways: readonly number[] }
  to: number
  /** True: only this drive may continue from `from`. False: it may not be driven. */
  only: boolean
  /** A U-turn. */
  isBack: boolean
}

/**
 * Reason why a restriction is not obeyed. `conditional`: it applies at some hours or to some vehicles only. `unclear`: the forbidden
 * turn is ambiguous.
 */
export type BanLeftOut = 'conditional' | 'unclear'

interface Restriction {
  tags: Readonly<Record<string, string>>
  members: readonly { type: string; ref: number; role: string }[]
}

const KEYS = ['restriction:taxi', 'restriction:motorcar', 'restriction'] as const
/** Vehicles in `except` that exempt a taxi from a restriction. */
const US = new Set(['taxi', 'psv', 'motorcar', 'motor_vehicle'])
/** Tags for hours from before conditional restrictions existed. */
const OLD_HOURS = ['hour_on', 'hour_off', 'day_on', 'day_off'] as const

/** The turns that a relation forbids to a taxi. Null when it is no restriction for taxis. */
export function turnBansOf({ tags, members }: Restriction): TurnBan[] | BanLeftOut | null {
  if (tags.type !== 'restriction') return null
  if ((tags.except ?? '').split(/[;,\s]+/).some((who) => US.has(who))) return null
  const word = KEYS.map((key) => tags[key]).find((found) => found !== undefined) ?? ''
  const [, rule, condition] = /^(no|only)_\w+\s*(@.*)?$/.exec(word) ?? []
  if (!rule) return KEYS.some((key) => /^(no|only)_/.test(tags[`${key}:conditional`] ?? '')) ? 'conditional' : null
  if (condition !== undefined || OLD_HOURS.some((key) => tags[key] !== undefined)) return 'conditional'
  const refs = (role: string, type: string) =>
    members.filter((member) => member.role === role && member.type === type).map(({ ref }) => ref)
  const via = viaOf(refs('via', 'node'), refs('via', 'way'))
  const [from, to] = [refs('from', 'way'), refs('to', 'way')]
  if (via === null || from.length === 0 || to.length === 0) return 'unclear'
  const only = rule === 'only'
  const isBack = word === 'no_u_turn'
  return from.flatMap((comes) => to.map((goes) => ({ from: comes, via, to: goes, only, isBack })))
}

function viaOf([node, ...nodes]: number[], ways: number[]): TurnBan['via'] | null {
  if (node === undefined) return ways.length > 0 ? { ways } : null
  return nodes.length === 0 && ways.length === 0 ? { node } : null
}

/** A turn restriction as the map says it: from a way, over a node, into a way. */
export interface TurnBan {
  from: number
  via: number
  to: number
  /** Only this turn may be taken; otherwise this one may not. */
  only: boolean
  /** Back the way one came. */
  isBack: boolean
}

interface Restriction {
  tags: Readonly<Record<string, string>>
  members: readonly { type: string; ref: number; role: string }[]
}

const KEYS = ['restriction:taxi', 'restriction:motorcar', 'restriction'] as const
/** Whom a restriction leaves alone when it names them. */
const US = new Set(['taxi', 'psv', 'motorcar', 'motor_vehicle'])

/**
 * What a relation forbids a taxi. null: it is no restriction for us. 'left_out': a restriction over a way, or over
 * several nodes, which a table of pairs of streets cannot hold.
 */
export function turnBansOf({ tags, members }: Restriction): TurnBan[] | 'left_out' | null {
  if (tags.type !== 'restriction') return null
  const word = KEYS.map((key) => tags[key]).find((found) => found !== undefined) ?? ''
  const [, rule] = /^(no|only)_/.exec(word) ?? []
  if (!rule || (tags.except ?? '').split(/[;,\s]+/).some((who) => US.has(who))) return null
  const refs = (role: string, type: string) =>
    members.filter((member) => member.role === role && member.type === type).map(({ ref }) => ref)
  const [via, ...more] = refs('via', 'node')
  if (via === undefined || more.length > 0 || members.some(({ role, type }) => role === 'via' && type !== 'node'))
    return 'left_out'
  const only = rule === 'only'
  const isBack = word === 'no_u_turn'
  return refs('from', 'way').flatMap((from) => refs('to', 'way').map((to) => ({ from, via, to, only, isBack })))
}

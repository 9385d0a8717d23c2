import type { CallColleague } from '@dispecerat/contract/calls'

/** Who talks to somebody, or whose telephone is not there, takes nobody over now. */
export function canTake({ is_reachable, is_talking }: CallColleague): boolean {
  return is_reachable && !is_talking
}

/** Whose name holds what was typed, without marks; who can take the caller now comes first. */
export function colleaguesLike(
  all: readonly CallColleague[],
  typed: string,
  fold: (text: string) => string,
): CallColleague[] {
  const wanted = fold(typed)
  const rank = (one: CallColleague) => Number(!canTake(one)) + Number(!one.is_reachable)
  return all
    .filter(({ name }) => fold(name ?? '').includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || (a.name ?? '').localeCompare(b.name ?? '', 'ro') || a.id - b.id)
}

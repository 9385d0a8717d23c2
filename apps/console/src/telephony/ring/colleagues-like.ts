/* Not in its component's file, which exports only components: the unit test imports this. */
import type { CallColleague } from '@dispecerat/contract/telephony/calls'

/** A colleague who talks in a call or whose telephone is not registered cannot take a call now. */
export function canTake({ is_reachable, is_talking }: CallColleague): boolean {
  return is_reachable && !is_talking
}

/** Colleagues whose name contains the typed text, ignoring diacritics; those who can take the call now come first. */
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

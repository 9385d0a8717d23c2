import type { SearchInterval as WireInterval } from '@dispecerat/contract/dispatch/search-rules'
import { create } from 'zustand'
import { addInterval, changedIds, dropInterval, type RulesDraft } from './rules-draft.ts'
import { applyServerRules } from './rules-sync.ts'

type FieldErrors = Readonly<Record<string, string>>

interface RulesState {
  draft: RulesDraft | null
  /** The interval open in the editor. */
  selected: number | null
  /** Refusals of the last save by interval; cleared when the interval is edited. */
  refused: Readonly<Record<number, FieldErrors>>
}

const NOTHING: RulesState = { draft: null, selected: null, refused: {} }

/** The saved and edited rules, shared by the list, the editor, the week view and the replay. */
export const useRulesDraft = create<RulesState>(() => NOTHING)

export function changeDraft(change: (draft: RulesDraft) => RulesDraft) {
  useRulesDraft.setState(({ draft, selected, refused }) => {
    if (draft === null) return {}
    const { [selected ?? 0]: _, ...others } = refused
    return { draft: change(draft), refused: others }
  })
}

export function select(id: number | null) {
  useRulesDraft.setState({ selected: id })
}

/** Intervals being removed here: their removal event may arrive before the reply and is no conflict. */
export const removing = new Set<number>()

/** Merges the server's rules into the draft; returns whether another user removed an interval with local changes. */
export function mergeServerRules(companyId: number, wire: readonly WireInterval[]): boolean {
  const before = useRulesDraft.getState()
  const gone = [...removing].filter((id) => !wire.some((interval) => interval.id === id))
  const left = gone.reduce((draft, id) => draft && dropInterval(draft, id), before.draft)
  const { draft, orphans } = applyServerRules(left, companyId, wire)
  const isGone = before.selected === null || !draft.order.includes(before.selected)
  const selected = isGone ? (orphans[0] ?? draft.order[0] ?? null) : before.selected
  useRulesDraft.setState({ draft, selected })
  return orphans.length > 0
}

export function startInterval(copyOf: number | null) {
  const { draft } = useRulesDraft.getState()
  if (draft === null) return
  const added = addInterval(draft, copyOf)
  useRulesDraft.setState({ draft: added.draft, selected: added.id })
}

/** Removes an interval from the draft and opens its neighbour. */
export function forgetInterval(id: number) {
  useRulesDraft.setState(({ draft, selected }) => {
    if (draft === null) return {}
    const at = draft.order.indexOf(id)
    const left = dropInterval(draft, id)
    const neighbour = left.order[at] ?? left.order.at(-1) ?? null
    return { draft: left, selected: selected === id ? neighbour : selected }
  })
}

/** Discards all local changes. */
export function discardChanges() {
  useRulesDraft.setState(({ draft, selected }) => {
    if (draft === null) return {}
    const { known } = draft
    const stays = selected !== null && known.order.includes(selected)
    return {
      draft: { known, order: known.order, intervals: {}, methods: {} },
      selected: stays ? selected : (known.order[0] ?? null),
      refused: {},
    }
  })
}

let owner: number | null = null

/** Local changes survive a lost session, but only for the same user. */
export function openDraftFor(userId: number) {
  if (owner !== userId) discardDraft()
  owner = userId
}

export function discardDraft() {
  useRulesDraft.setState(NOTHING)
}

export function useIsDirty(): boolean {
  return useRulesDraft(({ draft }) => draft !== null && changedIds(draft).length > 0)
}

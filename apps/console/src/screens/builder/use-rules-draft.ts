import type { SearchInterval as WireInterval } from '@dispecerat/contract/search-rules'
import { create } from 'zustand'
import { addInterval, changedIds, dropInterval, type RulesDraft } from './rules-draft.ts'
import { applyServerRules } from './rules-sync.ts'

type FieldErrors = Readonly<Record<string, string>>

interface Desk {
  draft: RulesDraft | null
  /** The interval open in the editor. */
  selected: number | null
  /** What the server refused at the last save, by interval; gone as soon as something is typed in it. */
  refused: Readonly<Record<number, FieldErrors>>
}

const NOTHING: Desk = { draft: null, selected: null, refused: {} }

/** The rules on the screen, saved and typed over, in one place for the list, the editor, the week and the replay. */
export const useRulesDraft = create<Desk>(() => NOTHING)

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

/** Intervals this screen is removing: their going is no surprise, though the news may come before the answer. */
export const removing = new Set<number>()

/** Reads what the server sent into the draft; answers whether an interval with typed work was removed by somebody else. */
export function hearServer(companyId: number, wire: readonly WireInterval[]): boolean {
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

/** Takes an interval off the screen and opens its neighbour. */
export function forgetInterval(id: number) {
  useRulesDraft.setState(({ draft, selected }) => {
    if (draft === null) return {}
    const at = draft.order.indexOf(id)
    const left = dropInterval(draft, id)
    const neighbour = left.order[at] ?? left.order.at(-1) ?? null
    return { draft: left, selected: selected === id ? neighbour : selected }
  })
}

/** Back to what the server has. */
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

/** Typed work outlives a lost session, for the same person alone. */
export function openDesk(userId: number) {
  if (owner !== userId) closeDesk()
  owner = userId
}

export function closeDesk() {
  useRulesDraft.setState(NOTHING)
}

export function useIsDirty(): boolean {
  return useRulesDraft(({ draft }) => draft !== null && changedIds(draft).length > 0)
}

import {
  deleteSearchInterval,
  listSearchIntervals,
  restoreSearchInterval,
  sortSearchIntervals,
} from '@dispecerat/contract/dispatch/search-rules'
import { ApiError } from '../../api/api-error.ts'
import { invalidate } from '../../api/endpoint-query.ts'
import { notifyError } from '../../api/notify-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { builderMessages } from './builder-messages.ts'
import { isUnsaved, type RulesDraft } from './rules-draft.ts'
import { changeDraft, forgetInterval, removing, useRulesDraft } from './use-rules-draft.ts'

const UNDO_MS = 6000

/** Shows the new order while the server saves it; after a refusal the list is refetched. */
export async function sortIntervals(order: readonly number[]): Promise<void> {
  const before = useRulesDraft.getState().draft?.order ?? []
  if (order.join() === before.join()) return
  changeDraft((draft) => ({ ...draft, order }))
  if (savedIds(order).join() === savedIds(before).join()) return
  if (!(await writeOrder())) return
  const undo = () => {
    changeDraft((draft) => ({ ...draft, order: sameSet(draft, before) ? before : draft.order }))
    void writeOrder()
  }
  offerUndo({ text: builderMessages.sorted, label: builderMessages.undoSort, ms: 5000, undo })
}

function savedIds(order: readonly number[]): number[] {
  return order.filter((id) => !isUnsaved(id))
}

function sameSet(draft: RulesDraft, order: readonly number[]): boolean {
  return [...draft.order].sort().join() === [...order].sort().join()
}

let writing: Promise<boolean> = Promise.resolve(true)

/** One request at a time, and each sends the order shown when its turn comes. */
function writeOrder(): Promise<boolean> {
  writing = writing.then(async () => {
    const { draft } = useRulesDraft.getState()
    if (draft === null) return false
    const ids = savedIds(draft.order)
    try {
      await request(sortSearchIntervals, { body: { ids, company_id: draft.known.companyId } })
      changeDraft((now) => ({ ...now, known: { ...now.known, order: ids } }))
      return true
    } catch (error) {
      notifyError(error)
      changeDraft((now) => ({ ...now, order: now.known.order }))
      await readAgain()
      return false
    }
  })
  return writing
}

function readAgain(): Promise<unknown> {
  return invalidate(queryClient, listSearchIntervals)
}

/** Confirms, then removes; the removal can be undone for six seconds. */
export function confirmRemove(id: number) {
  const remove = isUnsaved(id) ? forgetUnsaved : removeSaved
  confirm({
    text: builderMessages.removeQuestion,
    yes: builderMessages.removeYes,
    danger: true,
    onYes: () => void remove(id),
  })
}

function forgetUnsaved(id: number) {
  const { draft: before } = useRulesDraft.getState()
  forgetInterval(id)
  const undo = () => {
    const edited = before?.intervals[id]
    if (!before || !edited) return
    const { method } = edited.thing
    const at = before.order.indexOf(id)
    changeDraft((draft) => ({
      ...draft,
      order: draft.order.toSpliced(at, 0, id),
      intervals: { ...draft.intervals, [id]: edited },
      methods:
        method !== null && before.methods[method]
          ? { ...draft.methods, [method]: before.methods[method] }
          : draft.methods,
    }))
  }
  offerUndo({ text: builderMessages.deleted, label: builderMessages.undoRemove, ms: UNDO_MS, undo })
}

async function removeSaved(id: number): Promise<void> {
  const known = useRulesDraft.getState().draft?.known.intervals[id]
  removing.add(id)
  try {
    await request(deleteSearchInterval, { params: { id } }, { version: known?.version ?? undefined })
  } catch (error) {
    notifyError(error)
    if (error instanceof ApiError && !error.isSilence) await readAgain()
    return
  } finally {
    removing.delete(id)
  }
  forgetInterval(id)
  offerUndo({
    text: builderMessages.deleted,
    label: builderMessages.undoRemove,
    ms: UNDO_MS,
    undo: () => void bringBack(id),
  })
}

async function bringBack(id: number): Promise<void> {
  try {
    await request(restoreSearchInterval, { params: { id } })
    await readAgain()
    useRulesDraft.setState({ selected: id })
    toast.good(builderMessages.restored)
  } catch (error) {
    notifyError(error)
  }
}

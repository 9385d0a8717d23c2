import { createStand, deleteStand, editStand, restoreStand, type Stand } from '@dispecerat/contract/fleet/stands'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { putStand, refreshStands } from '../../shared/zones/use-stands.ts'
import { zoneMessages as messages } from '../../shared/zones/zone-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { changesTo, draftOf, isDirty, newDraft, placeOf, type StandDraft, toNewStand } from './stand-draft.ts'

const UNDO_MS = 6000

/** The stand being edited: its draft, the server's refusals, and saving, deleting and restoring. */
export function useStandEditor(stands: readonly Stand[], companyId: number | null) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<StandDraft | null>(null)
  /** The stand as it was when editing began. */
  const [base, setBase] = useState<Stand | undefined>(undefined)
  const [errors, setErrors] = useState<FieldErrors>({})
  const current = stands.find(({ id }) => id === draft?.id)
  const dirty = draft !== null && isDirty(draft, base)

  const begin = (stand: Stand | null) => {
    setErrors({})
    setBase(stand ?? undefined)
    setDraft(stand ? draftOf(stand) : newDraft(companyId))
  }
  const close = () => {
    setErrors({})
    setBase(undefined)
    setDraft(null)
  }
  /** Runs `then`, after a confirmation when changes would be lost. */
  const leaving = (then: () => void) => {
    if (!dirty) then()
    else confirm({ text: messages.leave, yes: messages.leaveYes, danger: true, onYes: then })
  }

  const save = useAction(
    async (input: StandDraft, key) => {
      const place = placeOf(input)
      if (!place) throw new ApiError(422, { errors: { place: [messages.noPlace] } })
      if (input.id === null || !base) return request(createStand, { body: toNewStand(input, place) }, { key })
      return request(editStand, { params: { id: input.id }, body: changesTo(input, place, base) }, { key })
    },
    {
      done: ({ data }) => {
        toast.good(messages.saved)
        putStand(cache, data)
        refreshStands(cache)
        begin(data)
      },
      failed: (error) => {
        if (!(error instanceof ApiError) || error.status !== 422) return false
        setErrors(fieldErrors(error))
        return true
      },
    },
  )
  const remove = useStandRemoval(close)

  return {
    draft,
    errors,
    dirty,
    busy: save.busy || remove.busy,
    /** The current saved stand behind the draft; undefined for a new or a deleted one. */
    current,
    /** Another user changed the stand since editing began. */
    isOutdated: current !== undefined && base !== undefined && isDirty(draftOf(base), current),
    isGone: draft !== null && draft.id !== null && current === undefined,
    open: (stand: Stand | null) => leaving(() => begin(stand)),
    reload: () => current && begin(current),
    close: () => leaving(close),
    change: (part: Partial<StandDraft>) => {
      setErrors({})
      setDraft((before) => before && { ...before, ...part })
    },
    save: () => draft && void save.run(draft),
    remove: () => current && void remove.run(current),
  }
}
export type StandEditor = ReturnType<typeof useStandEditor>

/** Deletes, and offers to undo. */
function useStandRemoval(onGone: () => void) {
  const cache = useQueryClient()
  const restore = useAction((id: number, key) => request(restoreStand, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.restored)
      refreshStands(cache)
    },
  })
  const remove = useAction(({ id }: Stand, key) => request(deleteStand, { params: { id } }, { key }), {
    done: (_, { id, name }) => {
      onGone()
      refreshStands(cache)
      offerUndo({ text: messages.removed(name), label: messages.undo, ms: UNDO_MS, undo: () => void restore.run(id) })
    },
  })
  return remove
}

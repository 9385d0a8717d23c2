import { listSearchIntervals } from '@dispecerat/contract/dispatch/search-rules'
import { ApiError } from '../../../api/api-error.ts'
import { invalidate } from '../../../api/endpoint-query.ts'
import { fieldErrors } from '../../../api/field-errors.ts'
import { notifyError } from '../../../api/notify-error.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useAction } from '../../../api/use-action.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { patiently } from '../../../ui/later.ts'
import { builderMessages } from '../builder-messages.ts'
import { changedIds, errorsOf } from '../rules-draft.ts'
import { select, useRulesDraft } from '../use-rules-draft.ts'

/** Loaded in parallel with the screen, before the first save. */
const saving = patiently(() => import('./save-rules.ts'))

export interface Save {
  run: () => void
  busy: boolean
}

/** Saves all changes; the first invalid field is shown and focused instead. */
export function useSave(): Save {
  const { run, busy } = useAction(
    async () => {
      try {
        const { saveRules } = await saving
        await saveRules()
      } finally {
        await invalidate(queryClient, listSearchIntervals)
      }
    },
    {
      failed: (error) => {
        focusFirstWrongField()
        if (isShownAtFields(error)) toast.bad(builderMessages.fixFirst)
        else notifyError(error)
        return true
      },
    },
  )
  const check = () => {
    finishTyping()
    const { draft } = useRulesDraft.getState()
    if (draft === null || changedIds(draft).length === 0) return
    const wrong = changedIds(draft).find((id) => Object.keys(errorsOf(draft, id)).length > 0)
    if (wrong === undefined) {
      void run(undefined)
      return
    }
    select(wrong)
    toast.bad(builderMessages.fixFirst)
    focusFirstWrongField()
  }
  return { run: check, busy }
}

/** Refusals about the whole list, such as too many intervals, belong to no field. */
function isShownAtFields(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 422) return false
  const paths = Object.keys(fieldErrors(error))
  return paths.length > 0 && paths.every((path) => /^(name$|value\.|definitions\.items\.)/.test(path))
}

/** A field completes its text on blur ('7' → '07:00:00'), but Ctrl+S saves without one. */
function finishTyping() {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) return
  field.blur()
  field.focus()
}

/** After the interval with the invalid field has been rendered. */
function focusFirstWrongField() {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('.rule-editor [aria-invalid="true"]')?.focus()
  })
}

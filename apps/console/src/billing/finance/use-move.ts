import { listBalances, readFinanceSummary } from '@dispecerat/contract/billing/finance'
import type { FinanceMove } from '@dispecerat/contract/billing/finance-history'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { useAction } from '../../api/use-action.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { financeMessages } from './finance-messages.ts'

/** A transfer: executed once however often the button is pressed, shown only after the server has saved it. */
export function useMove<Body>(
  perform: (body: Body, key: string) => Promise<{ data: FinanceMove }>,
  onDone: () => void,
) {
  const cache = useQueryClient()
  const [written, setWritten] = useState<FinanceMove | null>(null)
  const [errors, setErrors] = useState<Partial<FieldErrors>>({})
  const readAgain = () => void invalidate(cache, readFinanceSummary, listBalances)
  const action = useAction(perform, {
    done: ({ data }) => {
      setErrors({})
      setWritten(data)
      toast.good(financeMessages.transfer.done)
      readAgain()
      onDone()
    },
    failed: (error) => {
      /* The balance has changed since the form was filled in. */
      readAgain()
      const fields = fieldErrors(error)
      setErrors(fields)
      return Object.keys(fields).length > 0
    },
  })
  return { ...action, written, errors, setErrors }
}

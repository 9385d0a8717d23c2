import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'

/** The server's errors by field; all other errors go to the global handler. */
export function useFieldProblems() {
  const [wrong, setWrong] = useState<Readonly<Record<string, string[]>>>({})
  const showErrors = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return false
    setWrong(error.fields)
    return true
  }
  return { at: (field: string) => wrong[field]?.[0], tell: showErrors, set: setWrong }
}

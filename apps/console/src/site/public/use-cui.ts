import { checkCui, type FoundCompany } from '@dispecerat/contract/site/sign-up'
import { isCui, normalizeCui } from '@dispecerat/domain/identity/cui'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'

export type CuiState =
  | { kind: 'idle' | 'searching' | 'unknown' | 'silent' | 'invalid' }
  | { kind: 'found'; company: FoundCompany }

/** Looks a CUI up while the rest of the form is typed; only the last request counts. */
export function useCui(onFound: (company: FoundCompany) => void) {
  const [state, setState] = useState<CuiState>({ kind: 'idle' })
  const lastRequested = useRef('')

  const find = async (typed: string) => {
    const cui = normalizeCui(typed)
    if (!isCui(cui)) {
      lastRequested.current = ''
      setState({ kind: cui === '' ? 'idle' : 'invalid' })
      return
    }
    if (lastRequested.current === cui && state.kind !== 'silent') return
    lastRequested.current = cui
    setState({ kind: 'searching' })
    const next = await answerOf(cui)
    if (lastRequested.current !== cui) return
    setState(next)
    if (next.kind === 'found') onFound(next.company)
  }
  return { state, find }
}

async function answerOf(cui: string): Promise<CuiState> {
  try {
    const [company] = await request(checkCui, { query: { cui } })
    return company ? { kind: 'found', company } : { kind: 'unknown' }
  } catch (error) {
    return { kind: error instanceof ApiError && error.status === 422 ? 'invalid' : 'silent' }
  }
}

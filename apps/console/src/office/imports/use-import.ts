import { listCars } from '@dispecerat/contract/fleet/cars'
import {
  type ImportKind,
  type ImportReport,
  listImports,
  MAX_IMPORT_BYTES,
  runImport,
} from '@dispecerat/contract/office/imports'
import { listPeople } from '@dispecerat/contract/office/people'
import { searchUsers } from '@dispecerat/contract/office/users'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { fieldMessage } from '../../api/field-errors.ts'
import { notifyError } from '../../api/notify-error.ts'
import { request } from '../../api/request.ts'
import { importMessages as messages } from '../../text/import-messages.ts'
import { fileAsBase64 } from '../../ui/fields/file-as-base64.ts'

interface ImportOptions {
  kind: ImportKind
  companyId: number | null
  skips: boolean
}

/**
 * Checks a chosen file, then imports it; a retry has the same idempotency key, so that a lost reply adds nothing
 * twice.
 */
export function useImport({ kind, companyId, skips }: ImportOptions) {
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'checking' | 'running' | null>(null)
  const key = useRef('')

  const send = async (chosen: File, dryRun: boolean, skipExisting: boolean) => {
    setBusy(dryRun ? 'checking' : 'running')
    setProblem(null)
    try {
      const body = {
        file: await fileAsBase64(chosen),
        dry_run: dryRun,
        skip_existing: skipExisting,
        ...(companyId === null ? {} : { company_id: companyId }),
      }
      const { data } = await request(runImport, { params: { kind }, body }, dryRun ? {} : { key: key.current })
      setReport(data)
      if (data.done) void invalidate(cache, listCars, listPeople, searchUsers)
    } catch (error) {
      setReport(null)
      const message = fieldMessage(error)
      if (message) setProblem(message)
      else notifyError(error)
    } finally {
      setBusy(null)
      if (!dryRun) void invalidate(cache, listImports)
    }
  }
  const check = async (chosen: File, skipExisting: boolean) => {
    setFile(chosen)
    setReport(null)
    key.current = crypto.randomUUID()
    if (chosen.size > MAX_IMPORT_BYTES) setProblem(messages.tooLarge)
    else await send(chosen, true, skipExisting)
  }
  const forget = () => {
    setFile(null)
    setReport(null)
    setProblem(null)
  }
  const run = () => {
    if (file) void send(file, false, skips)
  }
  return { file, report, problem, busy, check, run, forget }
}

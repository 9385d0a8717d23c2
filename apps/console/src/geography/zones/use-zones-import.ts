import { type FileZone, importPolygons, ZONES_FILE_BYTES, type ZoneFileFix } from '@dispecerat/contract/geography/zones'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { fieldMessage } from '../../api/field-errors.ts'
import { notifyError } from '../../api/notify-error.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { refreshZones } from '../../shared/zones/use-zones.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { zoneEditorMessages } from './zone-editor-messages.ts'

const messages = zoneEditorMessages.file
/** Leaves space for the other parts of the request. */
const MAX_BYTES = ZONES_FILE_BYTES - 64 * 1024
const CALM_MS = 250

/** Options of the import besides the document. */
interface Input {
  fixes: readonly ZoneFileFix[]
  names: Readonly<Record<string, string>>
  /** Zones that the user deselected. */
  left: readonly string[]
  companyId: number | null
}

const NO_ZONES: FileZone[] = []

/**
 * Import of a zones document: read, validated on the server without saving, repaired, then saved entirely or not at
 * all.
 */
export function useZonesImport(companyId: number | null, onDone: () => void) {
  const cache = useQueryClient()
  const [input, setInput] = useState<Input>({ fixes: [], names: {}, left: [], companyId })
  const source = useDocument(() => setInput((before) => ({ ...before, fixes: [], names: {}, left: [] })))
  const trial = useTrial(source.geojson, input)
  const [refused, setRefused] = useState<string | null>(null)

  const { zones } = trial
  const good = zones.filter(({ key, errors }) => !input.left.includes(key) && errors.length === 0)
  const save = useAction(
    (keys: readonly string[], key) => {
      const body = { ...bodyOf(source.geojson, input), dry_run: false, chosen: [...keys] }
      return request(importPolygons, { body }, { key })
    },
    {
      done: ({ data }) => {
        toast.good(messages.done(data.saved_ids.length))
        void refreshZones(cache)
        onDone()
      },
      failed: (error) => {
        if (!(error instanceof ApiError) || error.status !== 422) return false
        setRefused(firstOf(error))
        return true
      },
    },
  )
  const change = (part: (before: Input) => Partial<Input>) => {
    setRefused(null)
    setInput((before) => ({ ...before, ...part(before) }))
  }

  return {
    ...source,
    zones,
    good,
    trouble: source.trouble ?? trial.trouble ?? refused,
    isTrying: trial.isTrying,
    isSaving: save.busy,
    input,
    fixesOffered: [...new Set([...zones.flatMap(({ fixes }) => fixes), ...input.fixes])],
    setFix: (fix: ZoneFileFix, isOn: boolean) => change(({ fixes }) => ({ fixes: changed(fixes, fix, isOn) })),
    setTaken: (key: string, isTaken: boolean) => change(({ left }) => ({ left: changed(left, key, !isTaken) })),
    setName: (key: string, name: string) => change(({ names }) => ({ names: { ...names, [key]: name } })),
    setCompany: (id: number | null) => change(() => ({ companyId: id })),
    save: () => void save.run(good.map(({ key }) => key)),
  }
}
export type ZonesImport = ReturnType<typeof useZonesImport>

/** The document, once it is valid JSON and short enough to be sent. */
function useDocument(onNew: () => void) {
  const [geojson, setGeojson] = useState<unknown>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const refuse = (why: string | null) => {
    setGeojson(null)
    setTrouble(why)
  }
  const read = (text: string) => {
    onNew()
    try {
      const document: unknown = JSON.parse(text)
      const bytes = new Blob([JSON.stringify(document)]).size
      if (bytes > MAX_BYTES) return refuse(messages.tooLarge(mib(bytes)))
      setTrouble(null)
      setGeojson(document)
    } catch {
      refuse(messages.notJson)
    }
  }
  const readFile = async (file: File) => {
    /* Whitespace can make a valid file four times as long. */
    if (file.size > 4 * ZONES_FILE_BYTES) return refuse(messages.tooLarge(mib(file.size)))
    await file.text().then(read, () => refuse(messages.unreadable))
  }
  return { geojson, trouble, hasFile: geojson !== null, read, readFile, forget: () => refuse(null) }
}

/** The server's validation of the document, requested again shortly after every change of the options. */
function useTrial(geojson: unknown, input: Input) {
  const [zones, setZones] = useState<FileZone[]>(NO_ZONES)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isTrying, setTrying] = useState(false)
  useEffect(() => {
    if (geojson === null) {
      setZones(NO_ZONES)
      setTrouble(null)
      setTrying(false)
      return
    }
    const away = new AbortController()
    setTrying(true)
    const attempt = async () => {
      try {
        const { data } = await request(importPolygons, { body: bodyOf(geojson, input) }, { signal: away.signal })
        setTrouble(data.errors[0] ?? null)
        setZones(data.zones)
      } catch (error) {
        if (away.signal.aborted) return
        if (error instanceof ApiError && !error.isSilence) setTrouble(firstOf(error))
        else notifyError(error)
      }
      if (!away.signal.aborted) setTrying(false)
    }
    const timer = setTimeout(() => void attempt(), CALM_MS)
    return () => {
      away.abort()
      clearTimeout(timer)
    }
  }, [geojson, input])
  return { zones, trouble, isTrying }
}

function changed<T>(list: readonly T[], one: T, isIn: boolean): T[] {
  const rest = list.filter((each) => each !== one)
  return isIn ? [...rest, one] : rest
}

function bodyOf(geojson: unknown, { fixes, names, companyId }: Input) {
  return { geojson, fixes: [...fixes], names, ...(companyId === null ? {} : { company_id: companyId }) }
}

function firstOf(error: ApiError): string {
  return fieldMessage(error) ?? error.message
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace('.', ',')
}

import { Button, CloseButton, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/download.ts'
import { queryText } from '../../api/request.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import { exportMessages as messages } from './export-messages.ts'

type Format = 'csv' | 'xlsx' | 'pdf'

interface Props {
  /** Path of the endpoint: '/api/cars/export'. */
  path: string
  /** The filters of the list, as query parameters. */
  query?: Record<string, unknown>
  /** POST when the filters contain typed text, a name or a phone, which must not be in a URL. */
  method?: 'GET' | 'POST'
  /** Without its extension. */
  fileName: string
  formats?: readonly Format[]
  /** Text before the format: 'Model CSV'. */
  verb?: string
  /** Reason why the export is disabled. */
  disabledBecause?: string | null
}

const BOTH: readonly Format[] = ['csv', 'xlsx']

/** Exports the filtered list as a file; a long export shows its progress and can be stopped. */
export function ExportButtons({
  path,
  query = {},
  method = 'GET',
  fileName,
  formats = BOTH,
  verb = messages.verb,
  disabledBecause = null,
}: Props) {
  const { running, kibibytes, save, stop } = useExport({ path, query, method }, fileName)
  return (
    <Group gap={6} wrap="nowrap" className="no-print">
      {formats.map((format) => {
        const isRunning = running === format
        return (
          <Button
            key={format}
            size="compact-sm"
            variant="default"
            disabled={disabledBecause !== null}
            title={disabledBecause ?? undefined}
            aria-description={disabledBecause ?? undefined}
            aria-busy={isRunning}
            onClick={() => (running ? undefined : void save(format))}
          >
            {isRunning ? (kibibytes > 0 ? messages.progress(kibibytes) : messages.preparing) : nameOf(format, verb)}
          </Button>
        )
      })}
      {running ? <CloseButton size="sm" aria-label={messages.cancel} title={messages.cancel} onClick={stop} /> : null}
    </Group>
  )
}

function nameOf(format: Format, verb: string): string {
  return format === 'pdf' ? messages.pdf : `${verb} ${format.toUpperCase()}`
}

function useExport({ path, query, method }: Required<Pick<Props, 'path' | 'query' | 'method'>>, fileName: string) {
  const [running, setRunning] = useState<Format | null>(null)
  const [kibibytes, setKibibytes] = useState(0)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const save = async (format: Format) => {
    const stopper = new AbortController()
    current.current = stopper
    setRunning(format)
    setKibibytes(0)
    try {
      const onBytes = (bytes: number) => setKibibytes(Math.ceil(bytes / 1024))
      const params = { ...query, format }
      const how = { signal: stopper.signal, onBytes }
      const file = await (method === 'POST'
        ? download(path, { ...how, body: params })
        : download(path + queryText(params), how))
      saveFile(file, `${fileName}.${format}`)
    } catch (error) {
      if (!stopper.signal.aborted)
        toast.bad(error instanceof ApiError && error.code !== null ? error.message : messages.failed)
    } finally {
      if (current.current === stopper) setRunning(null)
    }
  }
  return { running, kibibytes, save, stop: () => current.current?.abort() }
}

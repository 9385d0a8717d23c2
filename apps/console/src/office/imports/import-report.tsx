import type { ImportKind, ImportReport } from '@dispecerat/contract/office/imports'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { importMessages as messages } from '../../text/import-messages.ts'
import '../../shared/data-table/data-table.css'

const LISTS: Record<ImportKind, string> = { drivers: '/users/driver', cars: '/cars', clients: '/users/client' }

interface Props {
  kind: ImportKind
  report: ImportReport
  busy: 'checking' | 'running' | null
  onRun: () => void
  onForget: () => void
}

/** Result of the check: counts, every error by row and column, the first rows, and the button that imports them. */
export function ImportReportView({ kind, report, busy, onRun, onForget }: Props) {
  const navigate = useNavigate()
  const { rows, to_add: toAdd, skipped, errors_count: errors, done } = report
  if (done) {
    return (
      <section className="panel import-result" role="status">
        <p>
          <span aria-hidden>✓</span> {messages.done(toAdd)}
          {skipped > 0 ? ` · ${messages.skipped(skipped)}` : ''}
        </p>
        <Button size="compact-md" onClick={() => void navigate({ href: LISTS[kind] })}>
          {messages.see}
        </Button>
        <Button size="compact-md" variant="default" onClick={onForget}>
          {messages.again}
        </Button>
      </section>
    )
  }
  return (
    <>
      <section className="panel import-result" role="status">
        <p>
          {[
            messages.rows(rows),
            messages.valid(toAdd),
            skipped > 0 ? messages.skipped(skipped) : null,
            messages.errors(errors),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {errors === 0 && toAdd > 0 ? (
          <Button size="compact-md" disabled={busy !== null} onClick={onRun}>
            {busy === 'running' ? messages.running : messages.run(toAdd)}
          </Button>
        ) : (
          <p className="dim">{errors > 0 ? messages.mend : messages.nothing}</p>
        )}
      </section>
      {report.unknown_columns.length > 0 ? (
        <p className="dim">{messages.unknownColumns(report.unknown_columns.join(', '))}</p>
      ) : null}
      {errors > 0 ? <Errors report={report} /> : null}
      <Preview report={report} />
    </>
  )
}

function Errors({ report: { errors, errors_count: count } }: { report: ImportReport }) {
  return (
    <section className="panel data-table">
      <div className="data-table-scroll">
        <table aria-label={messages.errorsTable}>
          <thead>
            <tr>
              <th>{messages.row}</th>
              <th>{messages.column}</th>
              <th>{messages.value}</th>
              <th>{messages.message}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, value, message }) => (
              <tr key={`${row}.${column}.${message}`}>
                <td className="digits">{row}</td>
                <td>{column}</td>
                <td className="import-value">{value}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > errors.length ? <p className="small dim">{messages.firstErrors(errors.length)}</p> : null}
    </section>
  )
}

function Preview({ report: { columns, preview, errors } }: { report: ImportReport }) {
  const wrong = new Set(errors.map(({ row, column }) => `${row}.${column}`))
  return (
    <section className="panel data-table">
      <h2 className="import-head">{messages.preview}</h2>
      <div className="data-table-scroll">
        <table aria-label={messages.preview}>
          <thead>
            <tr>
              <th>{messages.row}</th>
              {columns.map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map(({ row, cells }) => (
              <tr key={row}>
                <td className="digits dim">{row}</td>
                {columns.map((column, i) => (
                  <td key={column} className="import-value" data-wrong={wrong.has(`${row}.${column}`) || undefined}>
                    {cells[i]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

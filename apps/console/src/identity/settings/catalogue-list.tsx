import type { CatalogueEntry } from '@dispecerat/contract/identity/catalogue'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Suspense, useId, useState } from 'react'
import '../../shared/data-table/data-table.css'
import { companyAdminMessages } from '../../shared/places/company-admin-messages.ts'
import { catalogueMessages as messages } from '../../shared/settings-page/catalogue-messages.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import '../../shared/settings-page/catalogue.css'
import { type CatalogueKind, useCatalogue } from './use-catalogue.ts'

const EntryForm = later(() => import('./catalogue-form.tsx').then((m) => m.CatalogueForm))

interface Props {
  kind: CatalogueKind
  companyId: number | undefined
}

/** The entries in display order; those of each owner have that owner's order. */
export function CatalogueList({ kind, companyId }: Props) {
  const id = useId()
  const catalogue = useCatalogue(kind, companyId)
  const { rows, found } = catalogue
  const [open, setOpen] = useState<CatalogueEntry | 'new' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="panel catalogue" aria-labelledby={id}>
      <header className="catalogue-head">
        <h2 id={id}>{messages[kind].title}</h2>
        <Button size="compact-sm" onClick={() => setOpen('new')}>
          {messages[kind].add}
        </Button>
      </header>
      <p className="small dim">{messages[kind].note}</p>
      {found.isError && !rows ? <LoadFailed onRetry={() => void found.refetch()} /> : null}
      {!rows && !found.isError ? <Skeleton height={120} /> : null}
      {rows ? <Rows kind={kind} companyId={companyId} rows={rows} catalogue={catalogue} onEdit={setOpen} /> : null}
      {open === null ? null : (
        <Suspense fallback={null}>
          <EntryForm kind={kind} companyId={companyId} entry={open === 'new' ? null : open} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}

interface RowsProps extends Props {
  rows: readonly CatalogueEntry[]
  catalogue: ReturnType<typeof useCatalogue>
  onEdit: (entry: CatalogueEntry) => void
}

function Rows({ kind, companyId, rows, catalogue, onEdit }: RowsProps) {
  const move = (entry: CatalogueEntry, by: -1 | 1) => {
    const ids = rows.filter(({ company_id }) => company_id === entry.company_id).map((row) => row.id)
    const at = ids.indexOf(entry.id)
    const [taken] = ids.splice(at, 1)
    if (taken === undefined) return
    ids.splice(at + by, 0, taken)
    void catalogue.sort.run({ ids, owner: entry.company_id })
  }
  return (
    <div className="data-table data-table-scroll">
      <table aria-label={messages[kind].title}>
        <thead>
          <tr>
            <th scope="col">{messages.name}</th>
            <th scope="col">{messages.whose}</th>
            {kind === 'option' ? <th scope="col">{messages.forServices}</th> : <th scope="col">{messages.code}</th>}
            {kind === 'service' ? <th scope="col">{messages.package}</th> : null}
            <th scope="col">{messages.active}</th>
            <th scope="col">{messages.actions}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => {
            const own = rows.filter(({ company_id }) => company_id === entry.company_id)
            const why = entry.is_mine ? (entry.is_fixed ? messages.fixed : undefined) : messages.notYours
            return (
              <tr key={entry.id}>
                <td>{entry.name}</td>
                <td className="dim">{entry.company_id === null ? messages.platform : messages.own}</td>
                {kind === 'option' ? (
                  <td>
                    {entry.service_ids.length === 0 ? (
                      messages.forAny
                    ) : (
                      <Named ids={entry.service_ids} companyId={companyId} />
                    )}
                  </td>
                ) : (
                  <>
                    <td>
                      <code>{entry.code}</code>
                    </td>
                    <td>
                      {entry.package_id === null
                        ? messages.anyPackage
                        : companyAdminMessages.packages[entry.package_id]}
                    </td>
                  </>
                )}
                <td>
                  <Checkbox
                    aria-label={messages.activeOf(entry.name)}
                    checked={entry.is_active}
                    disabled={why !== undefined}
                    title={why}
                    aria-description={why}
                    onChange={(event) =>
                      void catalogue.switchTo.run({
                        id: entry.id,
                        version: entry.version,
                        change: { is_active: event.currentTarget.checked },
                      })
                    }
                  />
                </td>
                <td>
                  <span className="catalogue-acts">
                    <Move entry={entry} by={-1} isLast={own[0]?.id === entry.id} onMove={move} />
                    <Move entry={entry} by={1} isLast={own.at(-1)?.id === entry.id} onMove={move} />
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={messages.of(messages.edit, entry.name)}
                      {...barred(entry.is_mine ? undefined : messages.notYours)}
                      onClick={() => onEdit(entry)}
                    >
                      {messages.edit}
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="default"
                      color="red"
                      aria-label={messages.of(messages.remove, entry.name)}
                      {...barred(why)}
                      onClick={() => void catalogue.remove.run(entry.id)}
                    >
                      {messages.remove}
                    </Button>
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Named({ ids, companyId }: { ids: readonly number[]; companyId: number | undefined }) {
  const { rows } = useCatalogue('service', companyId)
  return ids.map((id) => rows?.find((row) => row.id === id)?.name ?? `#${id}`).join(', ')
}

/** A disabled button gives the reason. */
function barred(why: string | undefined) {
  return why === undefined ? {} : { disabled: true, title: why, 'aria-description': why }
}

function Move({
  entry,
  by,
  isLast,
  onMove,
}: {
  entry: CatalogueEntry
  by: -1 | 1
  isLast: boolean
  onMove: (entry: CatalogueEntry, by: -1 | 1) => void
}) {
  const act = by < 0 ? messages.up : messages.down
  const Icon = by < 0 ? IconArrowUp : IconArrowDown
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={messages.of(act, entry.name)}
      {...barred(entry.is_mine ? undefined : messages.notYours)}
      {...(isLast ? { disabled: true } : {})}
      onClick={() => onMove(entry, by)}
    >
      <Icon size={14} aria-hidden />
    </Button>
  )
}

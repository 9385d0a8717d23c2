import { IMPORT_KINDS, type ImportKind, importTemplate } from '@dispecerat/contract/office/imports'
import { Checkbox, NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { importMessages as messages } from '../../text/import-messages.ts'
import { ImportReportView } from './import-report.tsx'
import './imports.css'
import { FileDrop } from './file-drop.tsx'
import { RecentImports } from './recent-imports.tsx'
import { useImport } from './use-import.ts'

/** /imports: a file is checked first, errors are listed by row, and only a file without errors is imported. */
export function ImportsScreen() {
  const { kind = 'drivers' } = useSearch({ from: '/app/imports' })
  return <Import key={kind} kind={kind} />
}

function Import({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate()
  const companies = useMyCompanies()
  const [companyId, setCompanyId] = useState<number | null>(null)
  const [skips, setSkips] = useState(false)
  const company = companyId ?? companies[0]?.id ?? null
  const { file, report, problem, busy, check, run, forget } = useImport({ kind, companyId: company, skips })
  return (
    <main id="content" className="page import-page">
      <h1>{messages.title}</h1>
      <section className="panel import-choice">
        <NativeSelect
          label={messages.kind}
          value={kind}
          data={IMPORT_KINDS.map((value) => ({ value, label: messages.kinds[value] }))}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ to: '/imports', search: { kind: value as ImportKind } })
          }
        />
        {companies.length > 1 ? (
          <NativeSelect
            label={messages.company}
            value={String(company ?? '')}
            data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ currentTarget: { value } }) => {
              setCompanyId(Number(value))
              forget()
            }}
          />
        ) : null}
        <div className="import-template">
          <ExportButtons
            path={importTemplate.path.replace(':kind', kind)}
            fileName={messages.templateName[kind]}
            verb={messages.template}
          />
        </div>
      </section>
      {report?.done ? null : (
        <>
          <FileDrop kind={kind} name={file?.name ?? null} busy={busy} onFile={(chosen) => void check(chosen, skips)} />
          <Checkbox
            label={messages.skip}
            checked={skips}
            disabled={busy !== null}
            onChange={({ currentTarget: { checked } }) => {
              setSkips(checked)
              if (file) void check(file, checked)
            }}
          />
          {kind === 'drivers' ? <p className="dim">{messages.passwords}</p> : null}
        </>
      )}
      {problem ? (
        <p role="alert" className="import-problem">
          {problem}
        </p>
      ) : null}
      {report ? <ImportReportView kind={kind} report={report} busy={busy} onRun={run} onForget={forget} /> : null}
      {company === null ? null : <RecentImports companyId={company} isRunning={busy === 'running'} />}
    </main>
  )
}

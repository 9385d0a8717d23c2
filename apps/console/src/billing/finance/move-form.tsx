import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session.ts'
import { financeMessages } from './finance-messages.ts'
import { FinanceTabs } from './finance-tabs.tsx'
import { type Change, MovePreview, WrittenMove } from './move-preview.tsx'
import type { useMove } from './use-move.ts'

interface Props {
  title: string
  move: Pick<ReturnType<typeof useMove>, 'busy' | 'written'>
  changes: readonly Change[]
  warning?: string | null
  onSubmit: () => void
  /** The fields. */
  children: ReactNode
}

/** The page of a transfer: its fields, a preview of the balances, and the saved transfer. */
export function MoveForm({ title, move, changes, warning, onSubmit, children }: Props) {
  const mayEdit = useUser().permissions.includes('finances.edit')
  const because = mayEdit ? undefined : financeMessages.transfer.mayNot
  return (
    <main id="content" className="page table-page">
      <h1>{title}</h1>
      <FinanceTabs />
      <form
        className="panel finance-part finance-form"
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <MovePreview changes={changes} warning={warning} />
        <div className="finance-acts">
          <Button
            type="submit"
            loading={move.busy}
            disabled={because !== undefined}
            title={because}
            aria-description={because}
          >
            {financeMessages.transfer.submit}
          </Button>
        </div>
        <WrittenMove move={move.written} />
      </form>
    </main>
  )
}

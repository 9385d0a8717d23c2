import { Suspense } from 'react'
import { later } from '../../ui/later.ts'
import type { ChangeHistoryProps } from './change-rows.tsx'

const ChangeRows = later(() => import('./change-rows.tsx').then((m) => m.ChangeRows))

/** Audit log of the record, under its form. */
export function ChangeHistory(props: ChangeHistoryProps) {
  return (
    <Suspense fallback={null}>
      <ChangeRows {...props} />
    </Suspense>
  )
}

import { Suspense, useState } from 'react'
import { later } from '../ui/later.ts'
import { useKey } from './use-key.ts'

const Dialog = later(() => import('./cheat-sheet-dialog.tsx').then((m) => m.CheatSheetDialog))

/** '?' opens the list of keys. */
export function CheatSheet() {
  const [open, setOpen] = useState(false)
  useKey('cheatSheet', () => setOpen(true))
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <Dialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}

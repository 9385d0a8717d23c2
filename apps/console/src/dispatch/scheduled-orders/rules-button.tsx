import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { later } from '../../ui/later.ts'
import { scheduleMessages as messages } from './schedule-messages.ts'

const RulesDialog = later(() => import('./schedule-rules.tsx').then((m) => m.RulesDialog))

/** Every dispatcher can read the rules; only a company's admin can change them. */
export function RulesButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {messages.rules}
      </Button>
      <Suspense fallback={null}>{isOpen ? <RulesDialog onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  )
}

import { Suspense } from 'react'
import { create } from 'zustand'
import { later } from '../../ui/later.ts'

const Dialog = later(() => import('./block-phone-dialog.tsx').then((m) => m.BlockPhoneDialog))

const useBlockedPhone = create<{ phone: string | null }>(() => ({ phone: null }))

/** Opens the dialog that blocks a phone number and requires a reason; any spelling of the number is accepted. */
export function confirmBlockPhone(phone: string) {
  useBlockedPhone.setState({ phone })
}

/** Mounted once, by the shell. */
export function BlockPhoneQuestion() {
  const phone = useBlockedPhone((s) => s.phone)
  if (phone === null) return null
  return (
    <Suspense fallback={null}>
      <Dialog phone={phone} onClose={() => useBlockedPhone.setState({ phone: null })} />
    </Suspense>
  )
}

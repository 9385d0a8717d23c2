import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { later } from '../../ui/later.ts'

const Drawer = later(() => import('./order-preview.tsx').then((m) => m.OrderPreview))

let opener: HTMLElement | null = null
let open: (orderId: number) => void = () => undefined

/** Opens the order beside the screen; the URL parameter `preview` makes it shareable. */
export function showOrderPreview(orderId: number) {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  open(orderId)
}

/** Mounted once, by the shell. */
export function OrderPreviewDrawer() {
  const navigate = useNavigate()
  const { preview } = useSearch({ strict: false })
  useEffect(() => {
    open = (orderId) => void navigate({ to: '.', state: true, search: (search) => ({ ...search, preview: orderId }) })
  }, [navigate])
  if (preview === undefined) return null
  const close = () => {
    void navigate({ to: '.', search: ({ preview: _, ...others }) => others, state: true, replace: true })
    opener?.focus()
  }
  return (
    <Suspense fallback={null}>
      <Drawer key={preview} orderId={preview} onClose={close} />
    </Suspense>
  )
}

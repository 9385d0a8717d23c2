import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useUser } from '../../api/session.ts'
import { useKey } from '../../keys/use-key.ts'
import type { FindParams } from '../../routes/params/shell-params.ts'
import { later } from '../../ui/later.ts'

const Dialog = later(() => import('./find-dialog.tsx').then((m) => m.FindDialog))

let last: FindParams = {}
let open: () => void = () => undefined

/** Opens the order search in its last state. */
export function findOrders() {
  open()
}

/** Mounted once, by the shell; the URL says whether the search is open and with which criteria. */
export function FindOrders() {
  const navigate = useNavigate()
  const { orders: found } = useSearch({ strict: false })
  const show = (find: FindParams) =>
    void navigate({ to: '.', state: true, search: (search) => ({ ...search, orders: find }) })
  useEffect(() => {
    open = () => {
      if (found === undefined) show(last)
      else document.querySelector<HTMLElement>('input[data-term]')?.focus()
    }
  })
  useEffect(() => {
    if (found !== undefined) last = found
  }, [found])
  const maySearch = useUser().permissions.includes('users.read')
  useKey('findOrders', findOrders, maySearch)
  useKey('findOrdersAlways', findOrders, maySearch)
  useKey('commands', findOrders, maySearch)
  if (found === undefined || !maySearch) return null
  const close = () =>
    void navigate({ to: '.', search: ({ orders: _, preview: __, ...others }) => others, state: true, replace: true })
  return (
    <Suspense fallback={null}>
      <Dialog find={found} onFind={show} onClose={close} />
    </Suspense>
  )
}

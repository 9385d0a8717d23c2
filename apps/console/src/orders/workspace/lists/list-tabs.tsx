import { groupThousands } from '@dispecerat/domain/kernel/plural'
import type { OrderListName } from '@dispecerat/domain/orders/order'
import type { KeyboardEvent, ReactNode } from 'react'
import { ariaKeys } from '../../../keys/registry.ts'
import { useOrderPanel } from '../../../shared/orders/order-lists.store.ts'

const TAB_KEYS = { 'in-call': 'tabInCall', live: 'tabLive', finished: 'tabFinished', canceled: 'tabCanceled' } as const
const COUNT_OF = {
  'in-call': 'inCallOrdersCount',
  live: 'liveOrdersCount',
  finished: 'finishedOrdersCount',
  canceled: 'canceledOrdersCount',
} as const

interface Props {
  tabs: readonly OrderListName[]
  messages: Readonly<Record<OrderListName, string>>
  shown: OrderListName
  onShow: (kind: OrderListName) => void
  children: ReactNode
}

/** The tabs of the lists with their live counts; arrows go from tab to tab. */
export function ListTabs({ tabs, messages, shown, onShow, children }: Props) {
  const counts = useOrderPanel((s) => s.counts)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.indexOf(shown)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (next === undefined || event.altKey) return
    event.preventDefault()
    onShow(next)
    document.getElementById(`list-tab-${next}`)?.focus()
  }
  return (
    <div className="list-tabs">
      <div role="tablist" className="list-tab-row" onKeyDown={onKeyDown}>
        {tabs.map((kind) => (
          <button
            key={kind}
            type="button"
            role="tab"
            id={`list-tab-${kind}`}
            className="list-tab"
            aria-selected={kind === shown}
            aria-controls="list-tab-panel"
            aria-keyshortcuts={ariaKeys(TAB_KEYS[kind])}
            tabIndex={kind === shown ? 0 : -1}
            onClick={() => onShow(kind)}
          >
            {messages[kind]} <b className="digits">{counts ? groupThousands(counts[COUNT_OF[kind]]) : ''}</b>
          </button>
        ))}
      </div>
      <div role="tabpanel" id="list-tab-panel" aria-labelledby={`list-tab-${shown}`} className="list-panel">
        {children}
      </div>
    </div>
  )
}

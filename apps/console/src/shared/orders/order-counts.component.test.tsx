import { readOrderCounts, readOrderList } from '@dispecerat/contract/orders/order-lists'
import { act, screen } from '@testing-library/react'
import { test } from 'vitest'
import { useOrderPanelLife } from '../../orders/workspace/use-order-panel.ts'
import { announce } from '../../realtime/live-socket.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { loadCounts, useOrderPanel } from './order-lists.store.ts'

const counts = (liveOrdersCount: number) => ({
  inCallOrdersCount: 0,
  liveOrdersCount,
  finishedOrdersCount: 0,
  canceledOrdersCount: 0,
})

function Live() {
  useOrderPanelLife('live')
  return <p>{useOrderPanel((panel) => panel.counts?.liveOrdersCount ?? 'none')}</p>
}

/** Renders the counts while their first request has no reply. */
function render(first: number) {
  const server = fakeServer()
  const release = server.hold(readOrderCounts, counts(first))
  server.neverReply(readOrderList)
  renderPart(<Live />)
  const late = loadCounts()
  return {
    server,
    answerLate: async () => {
      release()
      await act(() => late)
    },
  }
}

test('a reply older than pushed counts does not overwrite them', async () => {
  const { server, answerLate } = render(1)
  act(() => announce('order_counts', { company_id: 1, ...counts(2) }))
  screen.getByText('2')
  await answerLate()
  screen.getByText('2')
  server.reply(readOrderCounts, counts(3))
  await act(loadCounts)
  screen.getByText('3')
})

test('the later one of two requests counts, in whatever order their replies arrive', async () => {
  const { server, answerLate } = render(4)
  server.reply(readOrderCounts, counts(5))
  await act(loadCounts)
  screen.getByText('5')
  await answerLate()
  screen.getByText('5')
})

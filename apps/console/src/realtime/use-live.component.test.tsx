import { act, screen } from '@testing-library/react'
import { lazy, Suspense, useState } from 'react'
import { test } from 'vitest'
import { renderPart } from '../testing/render.tsx'
import { announce } from './live-socket.ts'
import { useLive } from './use-live.ts'

function part() {
  let come: () => void = () => undefined
  const Late = lazy(async () => {
    await new Promise<void>((resolve) => {
      come = resolve
    })
    return { default: () => <p>late</p> }
  })
  function Panel() {
    const [received, setReceived] = useState(0)
    const [isOpen, setIsOpen] = useState(false)
    useLive('events_delayed', () => setReceived((n) => n + 1))
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          open
        </button>
        <p>heard {received}</p>
        {isOpen ? <Late /> : null}
      </>
    )
  }
  return { Panel, come: () => come() }
}

test('a panel hidden by Suspense receives events meanwhile', async () => {
  const { Panel, come } = part()
  renderPart(
    <Suspense fallback={<p>waiting</p>}>
      <Panel />
    </Suspense>,
  )
  act(() => screen.getByText('open').click())
  await screen.findByText('waiting')
  act(() => announce('events_delayed', { is_delayed: true }))
  await act(async () => come())
  await screen.findByText('late')
  screen.getByText('heard 1')
})

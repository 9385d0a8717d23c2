import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { announce } from '../realtime/live-socket.ts'
import { useNet } from '../realtime/net-state.ts'
import { renderPart } from '../testing/render.tsx'
import { SavingBanner } from './saving-banner.tsx'

afterEach(() => useNet.setState(useNet.getInitialState()))

const say = (is_failing: boolean) => act(() => announce('saving_failing', { is_failing }))

test('while the server cannot save, a banner says so; it disappears when saving works again', () => {
  useNet.setState({ status: 'open' })
  renderPart(<SavingBanner />)
  expect(screen.queryByRole('alert')).toBeNull()
  say(true)
  expect(screen.getByRole('alert').textContent).toContain('Nimic nu se poate salva acum')
  say(false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a connection lost meanwhile removes the banner', () => {
  useNet.setState({ status: 'open' })
  renderPart(<SavingBanner />)
  say(true)
  act(() => useNet.setState({ status: 'lost' }))
  act(() => useNet.setState({ status: 'open' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

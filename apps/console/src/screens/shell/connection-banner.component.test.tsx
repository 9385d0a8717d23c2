import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useNet } from '../../realtime/net-state.ts'
import { renderPart } from '../../testing/render.tsx'
import { ConnectionBanner } from './connection-banner.tsx'

afterEach(() => useNet.setState(useNet.getInitialState()))

test('while the server cannot save, a banner says so; it goes when saving works again', () => {
  useNet.setState({ status: 'open', isSavingFailing: true })
  renderPart(<ConnectionBanner />)
  expect(screen.getByRole('alert').textContent).toContain('Serverul nu poate salva nimic acum')
  act(() => useNet.setState({ isSavingFailing: false }))
  expect(screen.queryByRole('alert')).toBeNull()
})

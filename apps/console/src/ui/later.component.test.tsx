import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { onDemand } from './later.ts'

test('a component whose chunk fails to load crashes nothing around it, and is loaded by the next attempt', async () => {
  const load = vi.fn(async () => () => <p>aici</p>).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Part = onDemand(load)
  render(
    <>
      <h1>Ecranul</h1>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </>,
  )
  await screen.findByText('aici', {}, { timeout: 20_000 })
  screen.getByRole('heading', { name: 'Ecranul' })
  expect(load).toHaveBeenCalledTimes(2)
})

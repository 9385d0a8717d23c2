import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { onDemand } from './later.ts'

test('a part whose fetch fails takes nothing around it down, and comes with the next try', async () => {
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

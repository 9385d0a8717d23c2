import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../testing/render.tsx'
import { CheatSheet } from './cheat-sheet.tsx'
import { KEYS } from './registry.ts'

test('? shows every key of the registry, and Esc closes the list and returns the focus', async () => {
  const user = renderPart(
    <>
      <a href="/dashboard">Panou</a>
      <CheatSheet />
    </>,
  )
  const link = screen.getByRole('link')
  link.focus()
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Scurtături de tastatură' })
  const shown = [...sheet.querySelectorAll('dt')].map((key) => key.textContent)
  expect(shown.toSorted()).toEqual(
    Object.values(KEYS)
      .map(({ shown: key }) => key)
      .toSorted(),
  )
  await expect.poll(() => sheet.contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(link)
})

import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render.tsx'
import { Held } from './edit-page.tsx'

let hold: (isHeld: boolean) => void = () => undefined

function Part() {
  const [isHeld, setIsHeld] = useState(false)
  hold = setIsHeld
  return (
    <Held isHeld={isHeld}>
      <input aria-label="Nume" />
    </Held>
  )
}

test('an inert field gets no keystrokes; after a failure it has the focus again', () => {
  renderPart(<Part />)
  const field = screen.getByLabelText('Nume')
  field.focus()
  act(() => hold(true))
  expect(field.closest('[inert]')).not.toBeNull()
  /* A browser blurs a field that becomes inert. */
  field.blur()
  act(() => hold(false))
  expect(field.closest('[inert]')).toBeNull()
  expect(document.activeElement).toBe(field)
})

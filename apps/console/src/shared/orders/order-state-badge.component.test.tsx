import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render.tsx'
import { OrderStateBadge } from './order-state-badge.tsx'

test.each([
  ['new', null, 'Nou'],
  ['pending', null, 'Nou'],
  ['created', null, 'Creat'],
  ['assigned', 'waiting_driver', 'Alocat'],
  ['assigned', 'waiting_client', 'Alocat'],
  ['assigned', 'started', 'În curs'],
  ['finished', null, 'Finalizat'],
  ['canceled', null, 'Anulat'],
] as const)('an order that is %s with the trip %s has the label %s', (state, tripState, word) => {
  renderPart(<OrderStateBadge state={state} tripState={tripState} />)
  expect(screen.getByText(word, { exact: false }).className).toBe(`tag state-badge state-${state}`)
})

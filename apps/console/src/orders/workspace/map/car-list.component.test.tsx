import { act, fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CAR_STATES, type Car } from '../../../map/cars/cars.ts'
import { useCars } from '../../../map/cars/cars-store.ts'
import { renderPart } from '../../../testing/render.tsx'
import { CarList } from './car-list.tsx'

const ROW_HEIGHT = 30

const car = (id: number): Car => ({
  id,
  sign: String(id).padStart(4, '0'),
  lat: 45.65,
  long: 25.6,
  heading: null,
  state: 'free',
  ban: null,
  measuredAt: 0,
  isSimulated: false,
})

test('a list whose first cars come after it was opened scrolls through all of them', () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  useCars.setState({ cars: new Map() })
  onTestFinished(() => useCars.setState({ cars: new Map() }))
  renderPart(<CarList shown={new Set(CAR_STATES)} selected={null} onPick={vi.fn()} />)
  expect(screen.queryAllByRole('listitem')).toEqual([])
  act(() => useCars.setState({ cars: new Map(Array.from({ length: 3_000 }, (_, n) => [n, car(n)])) }))
  const signs = () => screen.getAllByRole('listitem').map((row) => row.textContent?.slice(0, 4))
  expect(signs()).toHaveLength(18)
  const box = screen.getByRole('list').parentElement as HTMLElement
  box.scrollTop = 2_000 * ROW_HEIGHT
  act(() => void fireEvent.scroll(box))
  expect(signs()).toContain('2005')
  expect(signs()).not.toContain('0005')
})

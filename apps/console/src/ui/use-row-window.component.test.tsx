import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useRowWindow } from './use-row-window.ts'

const ROW_HEIGHT = 40
const VIEW_HEIGHT = 400

/** Shows the numbers of its rows; `rendered` is called by every render. */
function List({ count, rendered }: { count: number; rendered: () => void }) {
  rendered()
  const scroller = useRef<HTMLDivElement>(null)
  const view = useRowWindow(scroller, count, ROW_HEIGHT)
  return (
    <div ref={scroller} role="log">
      <ul style={{ height: view.height }}>
        {view.rows().map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </div>
  )
}

function showList(count: number) {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_HEIGHT)
  onTestFinished(cleanup)
  const rendered = vi.fn()
  render(<List count={count} rendered={rendered} />)
  const scrollTo = (top: number) => {
    const box = screen.getByRole('log')
    box.scrollTop = top
    act(() => void fireEvent.scroll(box))
  }
  return { rendered, scrollTo, rows: () => screen.getAllByRole('listitem').map((row) => Number(row.textContent)) }
}

test('of 5,000 rows those in view and eight beyond each edge are rendered', () => {
  const { rows, scrollTo } = showList(5_000)
  expect(rows()).toEqual(Array.from({ length: 18 }, (_, row) => row))
  scrollTo(100 * ROW_HEIGHT)
  expect(rows()).toEqual(Array.from({ length: 26 }, (_, n) => 92 + n))
})

test('scrolling renders the list again only when another row comes into view', () => {
  const { rendered, scrollTo } = showList(5_000)
  scrollTo(100 * ROW_HEIGHT + 1)
  rendered.mockClear()
  scrollTo(100 * ROW_HEIGHT + 30)
  expect(rendered).not.toHaveBeenCalled()
  scrollTo(101 * ROW_HEIGHT + 1)
  expect(rendered).toHaveBeenCalledOnce()
})

import { Button } from '@mantine/core'
import { findWords } from '../text/find-words.ts'
import './pages.css'

/** Turning the pages of a list whose whole length may be unknown. */
export function Pages({ page, hasMore, onPage }: { page: number; hasMore: boolean; onPage: (page: number) => void }) {
  return (
    <nav className="pages" aria-label={findWords.page(page)}>
      <Button size="compact-sm" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {findWords.previous}
      </Button>
      <span className="digits">{findWords.page(page)}</span>
      <Button size="compact-sm" variant="default" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {findWords.next}
      </Button>
    </nav>
  )
}

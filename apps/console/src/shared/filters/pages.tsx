import { Button } from '@mantine/core'
import { findMessages } from '../../text/find-messages.ts'
import './pages.css'

/** Paging of a list whose length may be unknown. */
export function Pages({ page, hasMore, onPage }: { page: number; hasMore: boolean; onPage: (page: number) => void }) {
  return (
    <nav className="pages" aria-label={findMessages.page(page)}>
      <Button size="compact-sm" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {findMessages.previous}
      </Button>
      <span className="digits">{findMessages.page(page)}</span>
      <Button size="compact-sm" variant="default" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {findMessages.next}
      </Button>
    </nav>
  )
}

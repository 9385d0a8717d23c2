import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { PER_PAGE } from '../../routes/params/table-params.ts'
import { tableMessages } from '../../text/table-messages.ts'

interface Props {
  label: string
  total: number
  totalIsCapped?: boolean
  page: number
  perPage: number
  shownRows: number
  onPage: (page: number) => void
  onPerPage?: (perPage: number) => void
}

/** "1–30 din 137", the rows per page, and the pages. */
export function TableFoot({ label, total, totalIsCapped, page, perPage, shownRows, onPage, onPerPage }: Props) {
  if (total === 0 && page === 1) {
    return (
      <div className="data-table-foot">
        <span role="status">{tableMessages.noRows}</span>
      </div>
    )
  }
  const from = shownRows === 0 ? 0 : (page - 1) * perPage + 1
  const shownTotal = totalIsCapped ? tableMessages.atLeast(groupThousands(total)) : groupThousands(total)
  const hasMore = totalIsCapped ? shownRows === perPage : page * perPage < total
  return (
    <div className="data-table-foot">
      <span role="status">{tableMessages.range(from, from === 0 ? 0 : from + shownRows - 1, shownTotal)}</span>
      {onPerPage ? (
        <NativeSelect
          size="xs"
          aria-label={tableMessages.perPage}
          value={String(perPage)}
          data={PER_PAGE.map(String)}
          onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        />
      ) : null}
      <nav aria-label={tableMessages.pages(label)}>
        <ActionIcon
          variant="default"
          size={26}
          aria-label={tableMessages.previous}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <IconChevronLeft size={15} aria-hidden />
        </ActionIcon>
        <span className="digits">{tableMessages.page(page)}</span>
        <ActionIcon
          variant="default"
          size={26}
          aria-label={tableMessages.next}
          disabled={!hasMore}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={15} aria-hidden />
        </ActionIcon>
      </nav>
    </div>
  )
}

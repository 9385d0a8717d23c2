import { type ReactNode, useId } from 'react'

interface Props {
  messages: { title: string; note: string; empty: string }
  heads: readonly string[]
  isEmpty: boolean
  /** Rows of a table. */
  rows: ReactNode
  /** Under the table. */
  children?: ReactNode
}

/** A section of the telephone settings: its description and its rows. */
export function TelephoneTable({ messages, heads, isEmpty, rows, children }: Props) {
  const id = useId()
  return (
    <section className="panel catalogue" aria-labelledby={id}>
      <h2 id={id}>{messages.title}</h2>
      <p className="small dim">{messages.note}</p>
      {isEmpty ? (
        <p>{messages.empty}</p>
      ) : (
        <div className="data-table data-table-scroll">
          <table aria-label={messages.title}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows}</tbody>
          </table>
        </div>
      )}
      {children}
    </section>
  )
}

import { type ReactNode, useId } from 'react'

interface Props {
  words: { title: string; note: string; empty: string }
  heads: readonly string[]
  isEmpty: boolean
  /** Rows of a table. */
  rows: ReactNode
  /** Under the table. */
  children?: ReactNode
}

/** A part of the telephone's settings: what it is for, and its rows. */
export function TelephoneTable({ words, heads, isEmpty, rows, children }: Props) {
  const id = useId()
  return (
    <section className="panel catalogue" aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <p className="small dim">{words.note}</p>
      {isEmpty ? (
        <p>{words.empty}</p>
      ) : (
        <div className="data-table data-table-scroll">
          <table aria-label={words.title}>
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

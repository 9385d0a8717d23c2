import { create } from 'zustand'

const STORAGE_KEY = 'columns.'

/** Per table: the columns chosen in this browser. */
const useChoices = create<Record<string, Readonly<Record<string, boolean>>>>(() => ({}))

function readStored(columnsKey: string): Readonly<Record<string, boolean>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY + columnsKey) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

interface Choosable {
  key: string
  hiddenByDefault?: boolean
}

/** The shown columns; the first one always is, because it contains the link. */
export function useShownColumns<C extends Choosable>(columnsKey: string, columns: readonly C[]) {
  const choice = useChoices((all) => all[columnsKey]) ?? readStored(columnsKey)
  const isShown = (column: C) => column === columns[0] || (choice[column.key] ?? !column.hiddenByDefault)
  const show = (key: string, shown: boolean) => {
    const next = { ...choice, [key]: shown }
    localStorage.setItem(STORAGE_KEY + columnsKey, JSON.stringify(next))
    useChoices.setState({ [columnsKey]: next })
  }
  return { shown: columns.filter(isShown), isShown, show }
}

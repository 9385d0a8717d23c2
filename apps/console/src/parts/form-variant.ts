import { create } from 'zustand'
import { useWorkspace, type WorkspaceKind } from './desk.ts'

/** C-03: two layouts of one form. */
export type FormVariant = 'new' | 'classic'
/** What a person chose for this browser; 'desk' leaves it to the desk. */
export type FormChoice = FormVariant | 'desk'

const KEPT_AS = 'orderForm'
const OF_WORKSPACE: Record<WorkspaceKind, FormVariant> = { operator: 'new', v2: 'new', delivery: 'classic' }

export function readFormChoice(kept: string | null): FormChoice {
  return kept === 'new' || kept === 'classic' ? kept : 'desk'
}

const useKeptChoice = create<{ choice: FormChoice }>(() => ({ choice: readFormChoice(localStorage.getItem(KEPT_AS)) }))

window.addEventListener('storage', (event) => {
  if (event.key === KEPT_AS) useKeptChoice.setState({ choice: readFormChoice(event.newValue) })
})

export function useFormChoice(): FormChoice {
  return useKeptChoice((s) => s.choice)
}

export function chooseForm(choice: FormChoice): void {
  if (choice === 'desk') localStorage.removeItem(KEPT_AS)
  else localStorage.setItem(KEPT_AS, choice)
  useKeptChoice.setState({ choice })
}

/** The variant this desk shows now. */
export function useFormVariant(): FormVariant {
  const { kind } = useWorkspace()
  const choice = useFormChoice()
  return choice === 'desk' ? OF_WORKSPACE[kind] : choice
}

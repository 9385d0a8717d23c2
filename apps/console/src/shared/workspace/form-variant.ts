import { create } from 'zustand'
import { useWorkspace, type WorkspaceKind } from './workspace.ts'

/** The two layouts of the order form. */
export type FormVariant = 'new' | 'classic'
/** The layout chosen in this browser; 'desk' (the stored value) uses the workspace's default. */
export type FormChoice = FormVariant | 'desk'

const STORAGE_KEY = 'orderForm'
const OF_WORKSPACE: Record<WorkspaceKind, FormVariant> = { operator: 'new', v2: 'new', delivery: 'classic' }

export function readFormChoice(stored: string | null): FormChoice {
  return stored === 'new' || stored === 'classic' ? stored : 'desk'
}

const useStoredChoice = create<{ choice: FormChoice }>(() => ({
  choice: readFormChoice(localStorage.getItem(STORAGE_KEY)),
}))

window.addEventListener('storage', (event) => {
  if (event.key === STORAGE_KEY) useStoredChoice.setState({ choice: readFormChoice(event.newValue) })
})

export function useFormChoice(): FormChoice {
  return useStoredChoice((s) => s.choice)
}

export function chooseForm(choice: FormChoice): void {
  if (choice === 'desk') localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, choice)
  useStoredChoice.setState({ choice })
}

/** The layout shown in this workspace. */
export function useFormVariant(): FormVariant {
  const { kind } = useWorkspace()
  const choice = useFormChoice()
  return choice === 'desk' ? OF_WORKSPACE[kind] : choice
}
